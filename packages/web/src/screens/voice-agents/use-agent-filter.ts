import { useState } from 'react';
import type { Sorting } from '../../kit/lists/sort-head.tsx';
import { sortRows } from '../../kit/lists/sort-rows.ts';
import { type AgentRow, languageLabelOf } from './agent-rows.ts';

export const brainKinds = ['prompt', 'flow', 'custom-llm'] as const;
type BrainFilter = 'all' | (typeof brainKinds)[number];
export type AgentColumn = 'name' | 'voice' | 'language' | 'numbers' | 'calls' | 'success' | 'p95' | 'updated';

/** What the person set above the list, and the rows that fit. */
export interface AgentFilter {
  search: string;
  setSearch: (search: string) => void;
  brain: BrainFilter;
  setBrain: (brain: BrainFilter) => void;
  language: string;
  setLanguage: (language: string) => void;
  /** Codes with their labels of the languages that agents have. */
  languages: readonly { value: string; label: string }[];
  sorting: Sorting<AgentColumn>;
  setSorting: (sorting: Sorting<AgentColumn>) => void;
  shown: readonly AgentRow[];
  clear: () => void;
}

const unknown = -1;

const readers: Readonly<Record<AgentColumn, (row: AgentRow) => string | number>> = {
  name: ({ agent }) => agent.agentName,
  voice: ({ voiceName }) => voiceName,
  language: ({ languageLabel }) => languageLabel,
  numbers: ({ overview }) => overview?.numbers.length ?? unknown,
  calls: ({ overview }) => overview?.calls7d ?? unknown,
  success: ({ overview }) => overview?.success ?? unknown,
  p95: ({ overview }) => overview?.p95Ms ?? unknown,
  updated: ({ overview }) => overview?.updatedAt ?? unknown,
};

function fits({ agent, overview, voiceName, languageLabel }: AgentRow, word: string): boolean {
  const texts = [
    agent.agentName,
    agent.id,
    voiceName,
    languageLabel,
    overview?.brain.name ?? '',
    ...(overview?.numbers ?? []),
  ];
  return texts.some((text) => text.toLowerCase().includes(word));
}

export function useAgentFilter(rows: readonly AgentRow[]): AgentFilter {
  const [search, setSearch] = useState('');
  const [brain, setBrain] = useState<BrainFilter>('all');
  const [language, setLanguage] = useState('all');
  const [sorting, setSorting] = useState<Sorting<AgentColumn>>({ column: 'updated', isDescending: true });
  const word = search.trim().toLowerCase();
  const fitting = rows.filter(
    (row) =>
      (brain === 'all' || (row.overview?.brain.type ?? 'prompt') === brain) &&
      (language === 'all' || row.agent.language === language) &&
      fits(row, word),
  );
  const codes = [...new Set(rows.map(({ agent }) => agent.language))];
  return {
    search,
    setSearch,
    brain,
    setBrain,
    language,
    setLanguage,
    languages: sortRows(
      codes.map((value) => ({ value, label: languageLabelOf(value) })),
      ({ label }) => label,
      false,
    ),
    sorting,
    setSorting,
    shown: sortRows(fitting, readers[sorting.column], sorting.isDescending),
    clear: () => {
      setSearch('');
      setBrain('all');
      setLanguage('all');
    },
  };
}
