import { publicPrefix, studioPrefix } from '@tendril/contract/api/prefixes';
import { ApiClient } from '../e2e/api-client.ts';
import { longestStop } from './longest-stop.ts';
import type { SizePlaces } from './size-database.ts';
import { openPostgresHome, openSqliteHome } from './size-homes.ts';
import { atMost, type Row } from './table.ts';

const rounds = 5;
const mostMs = 50;
const longestStopMs = 20;

interface Asked {
  name: string;
  method?: 'POST';
  url: string;
  body?: unknown;
  /** Streamed: what counts is the first byte. */
  isStreamed?: true;
}

const everything = { chatflow: true, agentflow: true, tool: true, variable: true, assistant: true };

function routesAtSize({ flowId, storeId, nodeId }: SizePlaces): Asked[] {
  const flow = `${studioPrefix}/flows/${flowId}`;
  const chunks = `${studioPrefix}/document-store/chunks/${storeId}/all`;
  return [
    { name: 'all chatflows without a page, first byte', url: `${publicPrefix}/chatflows`, isStreamed: true },
    { name: 'sessions page', url: `${flow}/sessions` },
    { name: 'sessions page 3,000', url: `${flow}/sessions?page=3000` },
    { name: 'sessions of some days', url: `${flow}/sessions?startDate=2025-10-09&endDate=2025-10-09` },
    { name: 'sessions search, rare', url: `${flow}/sessions?search=${rareWords}` },
    { name: 'sessions search, common', url: `${flow}/sessions?search=${commonWords}` },
    {
      name: 'sessions search, common, of some days',
      url: `${flow}/sessions?search=${commonWords}&startDate=2025-10-09&endDate=2025-10-10`,
    },
    { name: 'sessions search, three letters', url: `${flow}/sessions?search=${threeLetters}` },
    { name: 'sessions search, five letters', url: `${flow}/sessions?search=${fiveLetters}` },
    { name: 'statistics', url: `${studioPrefix}/stats/${flowId}` },
    { name: 'message page 9,000', url: `${studioPrefix}/chatmessage/${flowId}?page=9000` },
    { name: 'message page 5,000', url: `${studioPrefix}/chatmessage/${flowId}?page=5000` },
    { name: 'export, first byte', method: 'POST', url: exportPath, body: everything, isStreamed: true },
    { name: 'chunks search', url: `${chunks}/1?search=${rareWords}` },
    { name: 'chunks search, three letters', url: `${chunks}/1?search=${threeLetters}` },
    { name: 'chunk page 4,000', url: `${chunks}/4000` },
    { name: 'run page 4,000', url: `${flow}/runs?page=4000` },
    { name: 'runs search', url: `${flow}/runs?search=${rareWords}` },
    { name: 'runs search, three letters', url: `${flow}/runs?search=${threeLetters}` },
    { name: 'runs search, five letters', url: `${flow}/runs?search=${fiveLetters}` },
    { name: 'failed runs', url: `${flow}/runs?status=failed` },
    { name: 'runs by node', url: `${flow}/runs?nodeId=${nodeId}` },
    { name: 'runs by a rare node', url: `${flow}/runs?nodeId=seldom_0` },
    { name: "a node's runs", url: `${flow}/nodes/seldom_0/runs` },
    { name: 'flows by name', url: `${studioPrefix}/flows?type=CHATFLOW&sort=name` },
    { name: 'flows search', url: `${studioPrefix}/flows?type=CHATFLOW&search=${rareWords}` },
    { name: 'credentials', url: `${studioPrefix}/credentials` },
    { name: 'variables', url: `${studioPrefix}/variables` },
    { name: 'tools', url: `${studioPrefix}/tools` },
    { name: 'MCP servers', url: `${studioPrefix}/mcp-servers` },
    { name: 'search over everything', url: `${studioPrefix}/search?q=thing` },
  ];
}

const rareWords = 'qfzwkjv';
const commonWords = 'ab';
/** In about one text of a hundred, and in few. */
const threeLetters = 'kit';
const fiveLetters = 'kitxv';
const exportPath = `${studioPrefix}/export-import/export`;

async function askOnce(client: ApiClient, asked: Asked): Promise<{ ms: number; status: number }> {
  const startedAt = performance.now();
  const answer = await client.send(asked.method ?? 'GET', asked.url, asked.body);
  if (!asked.isStreamed) await answer.arrayBuffer();
  const reader = asked.isStreamed ? answer.body?.getReader() : undefined;
  await reader?.read();
  const ms = performance.now() - startedAt;
  for (let part = await reader?.read(); part && !part.done; ) part = await reader?.read();
  return { ms, status: answer.status };
}

/** Reads at 1,000,000 messages, those with `part` in their name, on SQLite or PostgreSQL: the median of some requests, and the longest stop of the server's event loop meanwhile. */
export async function measureAtSize(part?: string, isOnPostgres = false): Promise<Row[]> {
  const { server, places, close } = await (isOnPostgres ? openPostgresHome() : openSqliteHome());
  const rows: Row[] = [];
  try {
    const client = await new ApiClient(server.url).signIn();
    for (const asked of routesAtSize(places).filter(
      ({ name }) => part === undefined || name.includes(part),
    )) {
      await askOnce(client, asked);
      await longestStop(server);
      const times: number[] = [];
      let status = 0;
      for (let round = 0; round < (asked.isStreamed ? 1 : rounds); round += 1) {
        const once = await askOnce(client, asked);
        times.push(once.ms);
        status = once.status;
      }
      const stop = await longestStop(server);
      times.sort((left, right) => left - right);
      const name = status === 200 ? asked.name : `${asked.name} (${status})`;
      rows.push(atMost(name, times[Math.floor(times.length / 2)] ?? Number.NaN, 'ms', mostMs));
      rows.push(atMost(`${name}, longest stop`, stop, 'ms', longestStopMs));
    }
  } finally {
    await close();
  }
  return rows;
}
