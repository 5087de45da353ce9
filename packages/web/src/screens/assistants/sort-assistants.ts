import type { Assistant } from '@tendril/contract/api/assistants';
import type { CustomDetails } from '@tendril/contract/flow/assistant-details';

export type AssistantSort = 'updated' | 'name' | 'created';

interface NamedAssistant {
  assistant: Assistant;
  details: CustomDetails;
}

/** The assistants whose name or instructions hold the words, in the chosen order. */
export function sortAssistants(
  all: readonly NamedAssistant[],
  search: string,
  sort: AssistantSort,
): NamedAssistant[] {
  const words = search.trim().toLowerCase();
  const fits = ({ details }: NamedAssistant) =>
    `${details.name}\n${details.instruction}`.toLowerCase().includes(words);
  const order: Record<AssistantSort, (one: NamedAssistant, other: NamedAssistant) => number> = {
    updated: (one, other) => other.assistant.updatedDate.localeCompare(one.assistant.updatedDate),
    created: (one, other) => other.assistant.createdDate.localeCompare(one.assistant.createdDate),
    name: (one, other) => one.details.name.localeCompare(other.details.name),
  };
  return all.filter(fits).toSorted(order[sort]);
}
