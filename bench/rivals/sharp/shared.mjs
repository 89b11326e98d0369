// What the sharp rival's two kinds of thread agree on: the words of the shared control array, and the output size.
export const NEXT = 0 // number of the next image to take
export const LIMIT = 1 // image numbers below it may be taken; -1 ends the workers
export const SIDE = 224
