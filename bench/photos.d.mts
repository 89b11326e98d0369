// The types of photos.mjs.
export declare function photoPaths(folder: string): string[]
export declare function readPhotos(folder: string): Buffer[]
