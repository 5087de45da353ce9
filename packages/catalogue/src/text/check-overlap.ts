import { AppError } from '@tendril/contract/app-error';

/** The sizes of a text splitter. Throws INVALID_INPUT where pieces would never get further. */
export function checkOverlap(chunkSize: number, chunkOverlap: number) {
  if (chunkSize < 1) throw new AppError('INVALID_INPUT', 'Chunk Size must be at least 1.');
  if (chunkOverlap >= chunkSize) {
    throw new AppError('INVALID_INPUT', 'Chunk Overlap must be smaller than Chunk Size.');
  }
  return { chunkSize, chunkOverlap };
}
