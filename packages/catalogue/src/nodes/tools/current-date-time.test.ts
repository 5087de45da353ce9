import type { Tool } from '@tendril/contract/provider/tool';
import { afterEach, expect, it, vi } from 'vitest';
import { testContext } from '../../testing/run-context.ts';
import { runNode } from '../../testing/run-node.ts';

afterEach(() => void vi.useRealTimers());

async function ask(input: unknown) {
  const context = testContext();
  const tool = await runNode<Tool>('currentDateTime', {}, context);
  return tool.execute(input, context);
}

it('returns date, time and weekday in the requested zone', async () => {
  vi.useFakeTimers({ now: new Date('2026-02-28T23:30:05Z'), toFake: ['Date'] });
  expect(JSON.parse((await ask({})).text)).toEqual({
    date: '2026-02-28',
    time: '23:30:05',
    weekday: 'Saturday',
    timezone: 'UTC',
  });
  expect(JSON.parse((await ask({ timezone: 'Asia/Tokyo' })).text)).toMatchObject({
    date: '2026-03-01',
    time: '08:30:05',
    weekday: 'Sunday',
  });
});

it('says when there is no such time zone', async () => {
  await expect(ask({ timezone: 'Mars/Olympus' })).rejects.toThrow('Mars/Olympus');
});
