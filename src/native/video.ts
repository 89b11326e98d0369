// The types of the functions of native/addon/video.cc: what is asked of videos in memory.

export interface VideoFunctions {
  /** Returns the number of a video's frames. Lists its packets. Throws BAD_SAMPLE and UNSUPPORTED. */
  videoFrames(bytes: Uint8Array, maxPixels: number): number
}
