import * as z from 'zod';
import { setting, wholeNumber } from './setting.ts';

/** What one workspace may use at most; none of it is limited by default. */
export const quotaSettings = {
  workspaceRuns: setting(
    'WORKSPACE_RUNS',
    '0',
    'Answers that one workspace works on at once; further questions are refused. 0 sets no limit.',
    wholeNumber(0, 0, 1_000_000_000),
  ),
  workspaceRunsPerMinute: setting(
    'WORKSPACE_RUNS_PER_MINUTE',
    '0',
    'Answers that one workspace begins in a minute. 0 sets no limit.',
    wholeNumber(0, 0, 1_000_000_000),
  ),
  workspaceTokensPerDay: setting(
    'WORKSPACE_TOKENS_PER_DAY',
    '0',
    'Tokens that the runs of one workspace use in a day (UTC), after which questions are refused. 0 sets no limit.',
    wholeNumber(0, 0, 1_000_000_000),
  ),
  workspaceUsdPerMonth: setting(
    'WORKSPACE_USD_PER_MONTH',
    '0',
    'US dollars that the runs of one workspace cost in a month (UTC), after which questions are refused. 0 sets no limit.',
    wholeNumber(0, 0, 1_000_000_000),
  ),
  workspaceEventsMb: setting(
    'WORKSPACE_EVENTS_MB',
    '0',
    'Megabytes of events, the steps and traces of runs and calls, that one workspace keeps; above it the oldest days are deleted, and where nothing may be deleted, questions are refused. 0 sets no limit.',
    wholeNumber(0, 0, 1_000_000_000),
  ),
  workspaceWaitingJobs: setting(
    'WORKSPACE_WAITING_JOBS',
    '0',
    'Jobs of one workspace that wait at once; people can then start no more. 0 sets no limit.',
    wholeNumber(0, 0, 1_000_000_000),
  ),
  workspaceChunks: setting(
    'WORKSPACE_CHUNKS',
    '0',
    'Chunks that the document stores of one workspace keep; then no more is loaded. 0 sets no limit.',
    wholeNumber(0, 0, 1_000_000_000),
  ),
  workspaceKnowledgeMb: setting(
    'WORKSPACE_KNOWLEDGE_MB',
    '0',
    'Megabytes that the knowledge bases of one workspace keep, files and the text of chunks together; then no more is added. 0 sets no limit.',
    wholeNumber(0, 0, 1_000_000_000),
  ),
  workspaceKnowledgeTokensPerDay: setting(
    'WORKSPACE_KNOWLEDGE_TOKENS_PER_DAY',
    '0',
    'Tokens that the knowledge bases of one workspace embed in a day (UTC), after which nothing more is embedded; questions still are. 0 sets no limit.',
    wholeNumber(0, 0, 1_000_000_000),
  ),
  knowledgeFolders: setting(
    'KNOWLEDGE_FOLDERS',
    'none',
    'Comma list of absolute paths of folders of this machine that knowledge bases may be kept in step with. Everybody who may edit a knowledge base, in any workspace, can read what is in them; links are not followed.',
    z
      .string()
      .default('')
      .transform((text) =>
        text
          .split(',')
          .map((part) => part.trim())
          .filter(Boolean),
      )
      .pipe(z.array(z.string().regex(/^\//, 'must begin with /'))),
  ),
  knowledgeMemoryMb: setting(
    'KNOWLEDGE_MEMORY_MB',
    '300',
    'Megabytes that each process may use to compare the vectors of knowledge bases in memory; 1 MB holds some 650 chunks of 1,536 numbers. The one that was asked least recently leaves first; one that is larger than this is read from the database for each question.',
    wholeNumber(300, 1, 1_000_000),
  ),
  knowledgePgvectorChunks: setting(
    'KNOWLEDGE_PGVECTOR_CHUNKS',
    '200000',
    'Knowledge bases with at least so many chunks are compared by pgvector in the database instead of in memory, where that is PostgreSQL with pgvector 0.8 or later. 0 compares all of them in memory.',
    wholeNumber(200_000, 0, 1_000_000_000),
  ),
};
