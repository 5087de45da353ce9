import type { DocumentFile } from '@tendril/contract/api/document-files';
import { useState } from 'react';
import { useDebounced } from '../../../kit/lib/use-debounced.ts';

const searchPauseMs = 250;

/** Search and state of the list of files. */
export function useFileFilter() {
  const [search, setSearch] = useState('');
  const [state, setState] = useState<DocumentFile['state']>();
  return {
    search,
    setSearch,
    /** What is searched for, once nothing more is typed. */
    settled: useDebounced(search.trim(), searchPauseMs),
    state,
    setState,
    clear: () => {
      setSearch('');
      setState(undefined);
    },
  };
}

export type FileFilter = ReturnType<typeof useFileFilter>;
