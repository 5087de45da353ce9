import { useEffect, useRef, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';

/** By name; empty: not in the address. */
type AddressValues<Name extends string> = Readonly<Record<Name, string>>;

/**
 * Values that stand in the address, so that a bookmark keeps them and going back finds them again.
 *
 * The address follows a little later than a field is typed into. A change therefore holds at once and builds on the
 * changes before it, whether the address has followed those or not.
 */
export function useAddressValues<Name extends string>(names: readonly Name[]) {
  const [params, setParams] = useSearchParams();
  const { key } = useLocation();
  const [values, setValues] = useState(() => readValues(names, params));
  const newest = useRef(values);
  /** What has been put into the address and has not been seen there yet, in order. */
  const underWay = useRef<string[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each arrival counts once, even of the same values again
  useEffect(() => {
    const arrived = params.toString();
    if (underWay.current.at(-1) === arrived) underWay.current = [];
    else if (!underWay.current.includes(arrived)) {
      underWay.current = [];
      newest.current = readValues(names, params);
      setValues(newest.current);
    }
  }, [key]);
  const replace = (wanted: Partial<AddressValues<Name>>) => {
    newest.current = Object.fromEntries(names.map((name) => [name, wanted[name] ?? ''])) as typeof values;
    setValues(newest.current);
    const next = new URLSearchParams(setEntries(newest.current));
    underWay.current.push(next.toString());
    setParams(next, { replace: true });
  };
  return {
    values,
    /** Sets some and keeps the rest. */
    change: (changes: Partial<AddressValues<Name>>) => replace({ ...newest.current, ...changes }),
    /** Sets exactly these. */
    replace,
  };
}

function readValues<Name extends string>(names: readonly Name[], params: URLSearchParams) {
  return Object.fromEntries(names.map((name) => [name, params.get(name) ?? ''])) as AddressValues<Name>;
}

/** Those that are not empty. */
export function setValuesOf<Name extends string>(values: AddressValues<Name>): Partial<Record<Name, string>> {
  return Object.fromEntries(setEntries(values)) as Partial<Record<Name, string>>;
}

function setEntries(values: AddressValues<string>): [name: string, value: string][] {
  return Object.entries(values).filter(([, value]) => value !== '');
}
