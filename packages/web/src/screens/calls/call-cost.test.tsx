import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { CallCost as Cost } from '@tendril/contract/api/call-details';
import type { Call } from '@tendril/contract/api/calls';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { CallCost } from './call-cost.tsx';
import { callCostQuery } from './calls.queries.ts';

it('the bar of a call that costs cents is filled by its parts, each as wide as its share', () => {
  const cost: Cost = {
    parts: [
      { part: 'recognizer', usd: 0.01, by: 'Deepgram', basis: 'list' },
      { part: 'model', usd: 0.03, by: 'GPT 4o', basis: 'list' },
      { part: 'line', usd: null, by: 'Twilio', basis: 'unknown' },
    ],
    knownUsd: 0.04,
    hasUnknown: true,
  };
  const client = new QueryClient();
  client.setQueryData(callCostQuery('c1', true).queryKey, cost);
  const html = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <CallCost call={{ id: 'c1', endedAt: 1 } as Call} />
    </QueryClientProvider>,
  );
  const grown = [...html.matchAll(/flex-grow:([\d.]+)/g)].map(([, share]) => Number(share));
  expect(grown).toEqual([expect.closeTo(25), expect.closeTo(75)]);
});
