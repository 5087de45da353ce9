/** A model that can be downloaded. */
export interface KnownModel {
  /** Also of its folder. */
  name: string;
  /** Where it stands below the address that models are downloaded from. */
  repository: string;
  /** About; the download says it exactly. */
  bytes: number;
  /** Whom it is for. */
  languages: 'english' | 'many';
}

/** Static models under the MIT licence, small ones first. */
export const knownModels: readonly KnownModel[] = [
  { name: 'potion-base-2M', repository: 'minishlab/potion-base-2M', bytes: 8_200_000, languages: 'english' },
  { name: 'potion-base-8M', repository: 'minishlab/potion-base-8M', bytes: 30_900_000, languages: 'english' },
  {
    name: 'potion-retrieval-32M',
    repository: 'minishlab/potion-retrieval-32M',
    bytes: 131_000_000,
    languages: 'english',
  },
  {
    name: 'potion-multilingual-128M',
    repository: 'minishlab/potion-multilingual-128M',
    bytes: 531_000_000,
    languages: 'many',
  },
];
