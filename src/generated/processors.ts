// From src/processors/families by tools/gen.ts. Do not edit.
import type { Family } from '../processors/family.js'
import convnext from '../processors/families/convnext.js'
import detr from '../processors/families/detr.js'
import dinov3 from '../processors/families/dinov3.js'
import dpt from '../processors/families/dpt.js'
import efficientnet from '../processors/families/efficientnet.js'
import gemma3 from '../processors/families/gemma3.js'
import glpn from '../processors/families/glpn.js'
import gotOcr2 from '../processors/families/got-ocr2.js'
import idefics3 from '../processors/families/idefics3.js'
import kimi from '../processors/families/kimi.js'
import levit from '../processors/families/levit.js'
import llava from '../processors/families/llava.js'
import llavaNext from '../processors/families/llava-next.js'
import mask2former from '../processors/families/mask2former.js'
import minicpmV from '../processors/families/minicpm-v.js'
import mobilevit from '../processors/families/mobilevit.js'
import phi4Multimodal from '../processors/families/phi4-multimodal.js'
import pixtral from '../processors/families/pixtral.js'
import plain from '../processors/families/plain.js'
import qwen2Vl from '../processors/families/qwen2-vl.js'
import sam from '../processors/families/sam.js'
import sam2 from '../processors/families/sam2.js'
import segformer from '../processors/families/segformer.js'
import siglip2 from '../processors/families/siglip2.js'
import vitpose from '../processors/families/vitpose.js'

export const families: readonly Family[] = [
  convnext,
  detr,
  dinov3,
  dpt,
  efficientnet,
  gemma3,
  glpn,
  gotOcr2,
  idefics3,
  kimi,
  levit,
  llava,
  llavaNext,
  mask2former,
  minicpmV,
  mobilevit,
  phi4Multimodal,
  pixtral,
  plain,
  qwen2Vl,
  sam,
  sam2,
  segformer,
  siglip2,
  vitpose,
]
