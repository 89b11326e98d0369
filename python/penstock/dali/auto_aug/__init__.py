"""Automatic augmentation policies in DALI's manner: AutoAugment, RandAugment and TrivialAugment. Each sample gets
augmentations of its own, and only what was drawn for a sample runs."""
