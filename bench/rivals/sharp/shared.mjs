// What the sharp rival's two kinds of thread agree on: the words of the shared control array, and the output size.
export const NEXT = 0 // number of the next image to take
export const LIMIT = 1 // image numbers below it may be taken
export const SIDE = 224
