import type { Choice } from '@tendril/contract/node/param';
import type { ModelPrice } from '@tendril/contract/provider/chat-model';

/** A model id that is offered in the list; without a price its cost is unknown. */
export interface KnownModel {
  id: string;
  price?: ModelPrice;
}

/** The list of a `modelName` field; any other id may be typed. */
export function toChoices(models: readonly KnownModel[]): Choice[] {
  return models.map(({ id }) => ({ name: id, label: id }));
}

/** Price of a model; a dated id (`gpt-4o-2024-11-20`, `claude-sonnet-4-5-20250929`) has that of the undated one. */
export function priceOf(models: readonly KnownModel[], modelId: string): ModelPrice | undefined {
  const undated = modelId.replace(/-(?:\d{4}-\d{2}-\d{2}|\d{8}|latest|001)$/, '');
  return models.find(({ id }) => id === modelId || id === undated)?.price;
}
