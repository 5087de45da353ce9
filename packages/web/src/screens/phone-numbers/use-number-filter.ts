import type { PhoneNumberOverview } from '@tendril/contract/api/phone-number-checks';
import type { AssistantPhoneNumber } from '@tendril/contract/api/phone-numbers';
import { useState } from 'react';
import { numberName } from './number-name.ts';

interface NumberFilter {
  search: string;
  setSearch: (search: string) => void;
  shown: readonly AssistantPhoneNumber[];
  clear: () => void;
}

/** What is searched for above the list, and the numbers that fit. */
export function useNumberFilter(
  records: readonly AssistantPhoneNumber[],
  overviews: ReadonlyMap<string, PhoneNumberOverview>,
): NumberFilter {
  const [search, setSearch] = useState('');
  const word = search.trim().toLowerCase();
  return {
    search,
    setSearch,
    shown: word === '' ? records : records.filter((record) => fits(record, overviews.get(record.id), word)),
    clear: () => setSearch(''),
  };
}

function fits(
  record: AssistantPhoneNumber,
  overview: PhoneNumberOverview | undefined,
  word: string,
): boolean {
  const digits = word.replaceAll(/[^\d+]/g, '');
  if (digits.length > 1 && record.phoneNumber.includes(digits)) return true;
  const texts = [
    numberName(record, overview),
    record['nickname'],
    overview?.inboundAgentName,
    overview?.outboundAgentName,
  ];
  return texts.some((text) => typeof text === 'string' && text.toLowerCase().includes(word));
}
