import { AppError } from '@tendril/contract/app-error';
import type { ContentStorage } from './content-storage.ts';

/** Stores in `first`; reads what is not there yet from `second`, from which a move is in progress. */
export function createFallbackStorage(first: ContentStorage, second: ContentStorage): ContentStorage {
  const either = async <T>(read: (storage: ContentStorage) => Promise<T>): Promise<T> => {
    try {
      return await read(first);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'NOT_FOUND') throw error;
      return read(second);
    }
  };

  return {
    store: (...content) => first.store(...content),
    read: (...content) => either((storage) => storage.read(...content)),
    stream: (...content) => either((storage) => storage.stream(...content)),
    async remove(...content) {
      await second.remove(...content);
      await first.remove(...content);
    },
  };
}
