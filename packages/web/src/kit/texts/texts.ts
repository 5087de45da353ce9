import { createInstance } from 'i18next';

/** The language every other one falls back to. */
const fallbackLanguage = 'en';

const i18n = createInstance();

i18n.init({
  lng: fallbackLanguage,
  fallbackLng: fallbackLanguage,
  resources: {},
  initAsync: false,
  keySeparator: false,
  nsSeparator: false,
  // React escapes what it draws.
  interpolation: { escapeValue: false },
});

type Sentences = Readonly<Record<string, string>>;

/** One screen's sentences; `K` are the keys that may be asked for. */
export interface Texts<K extends string> {
  namespace: string;
  /** Never set: it carries the keys. */
  readonly keys?: K;
}

type PluralSuffix = 'one' | 'other';
type KeyOf<S extends Sentences> = {
  [K in keyof S & string]: K extends `${infer Base}_${PluralSuffix}` ? Base : K;
}[keyof S & string];

type Values = Record<string, string | number>;

/** Registers one screen's English sentences; a key in `_one` and `_other` is asked for by its stem with `count`. */
export function defineTexts<const S extends Sentences>(namespace: string, english: S): Texts<KeyOf<S>> {
  i18n.addResourceBundle(fallbackLanguage, namespace, english);
  return { namespace };
}

/** One sentence, outside a component. */
export function say<K extends string>(texts: Texts<K>, key: K, values?: Values): string {
  const name: string = key;
  return i18n.t(name, { ns: texts.namespace, ...values });
}

type Say<K extends string> = (key: K, values?: Values) => string;

const sayers = new WeakMap<Texts<string>, Say<string>>();

/**
 * The sentences of a screen for a component: `t('key', { name })`. The same function every time, without a subscription:
 * the language stays as it is until the page is loaded again, and a canvas has hundreds of components that ask.
 */
export function useTexts<K extends string>(texts: Texts<K>): Say<K> {
  let sayer = sayers.get(texts);
  if (!sayer) {
    const fixed = i18n.getFixedT(fallbackLanguage, texts.namespace);
    sayer = (key, values) => fixed(key, values ?? {});
    sayers.set(texts, sayer);
  }
  return sayer;
}
