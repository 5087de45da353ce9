/** One shape of a flag: its kind, its colour, then a path, or x, y, width, height, or centre and radius. */
export type FlagShape = readonly ['rect' | 'circle' | 'path', string, ...(number | string)[]];

/** Flags by country, each in a few shapes on a field of 30 by 20. */
export type FlagShapes = Readonly<Record<string, readonly FlagShape[]>>;
