import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, it } from 'vitest';
import { useAddressValues } from './use-address-values.ts';

const names = ['said', 'cost'] as const;

function Fields() {
  const { values, change, replace } = useAddressValues(names);
  return (
    <>
      {names.map((name) => (
        <input
          key={name}
          aria-label={name}
          value={values[name]}
          onChange={({ target }) => change({ [name]: target.value })}
        />
      ))}
      <button type="button" onClick={() => replace({ said: 'seven' })}>
        Only seven
      </button>
    </>
  );
}

function open(address: string) {
  const router = createMemoryRouter([{ path: '/calls', Component: Fields }], { initialEntries: [address] });
  render(<RouterProvider router={router} />);
  return router;
}

const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
const type = (name: string, value: string) => fireEvent.change(field(name), { target: { value } });
const shown = () => names.map((name) => field(name).value);

afterEach(cleanup);

it('changes made before the address has followed are all kept, in the fields and in the address', async () => {
  const router = open('/calls?said=six');
  expect(shown()).toEqual(['six', '']);
  // Events in one task: the address can follow none of them in between.
  type('said', 'seven');
  expect(shown()).toEqual(['seven', '']);
  type('cost', '1');
  type('cost', '12');
  expect(shown()).toEqual(['seven', '12']);
  await act(async () => undefined);
  expect(shown()).toEqual(['seven', '12']);
  expect(router.state.location.search).toBe('?said=seven&cost=12');
});

it('an emptied value leaves the address, and exactly what is wanted can be set', async () => {
  const router = open('/calls?said=six&cost=1');
  await act(async () => type('said', ''));
  expect(router.state.location.search).toBe('?cost=1');
  await act(async () => fireEvent.click(screen.getByRole('button')));
  expect(shown()).toEqual(['seven', '']);
  expect(router.state.location.search).toBe('?said=seven');
});

it('what a link or going back brings is shown, also right after a change', async () => {
  const router = open('/calls?said=six');
  await act(async () => {
    type('said', 'seven');
    await router.navigate('/calls?said=eight');
  });
  expect(shown()).toEqual(['eight', '']);
  await act(() => router.navigate(-1));
  expect(shown()).toEqual([router.state.location.search.replace('?said=', ''), '']);
});
