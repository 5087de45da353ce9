import { createContext } from 'react';
import type { SourceEntry } from './source-list.ts';

/** The sources of the answer around: its citations find theirs without a new Markdown renderer for each answer. */
export const SourcesContext = createContext<readonly SourceEntry[]>([]);
