// Defines what the sharp rival's two kinds of thread share: the words of the control array, and the output size.
export const NEXT = 0 // number of the next image to take
export const LIMIT = 1 // image numbers below it may be taken
export const SIDE = 224
