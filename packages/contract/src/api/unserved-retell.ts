import { retellPrefix } from './retell-pages.ts';

/** What Retell’s API has and this one does not: verbs of its paths, by what they are about. */
const unserved: Readonly<Record<string, readonly string[]>> = {
  'joining or changing a call in progress': ['listen-live-call', 'take-over-live-call', 'update-live-call'],
  'text messages': ['create-sms-chat'],
  'analysing a chat again': ['rerun-chat-analysis'],
  'the playground': ['agent-playground-completion'],
  'MCP tools': ['get-mcp-tools'],
  'apps, assets, contacts and exports': [
    'create-app',
    'get-app',
    'update-app',
    'list-apps',
    'delete-app',
    'list-app-usages',
    'test-app-auth',
    'create-asset',
    'create-contact',
    'get-contact',
    'update-contact',
    'list-contacts',
    'delete-contact',
    'get-contact-by-phone',
    'list-contact-conversations',
    'create-contact-import',
    'get-contact-import',
    'upload-contact-import-file',
    'backfill-contact-analysis-data',
    'get-backfill-contact-job-status',
    'get-crm-config',
    'get-crm-schema',
    'update-crm-config',
    'run-sync-job',
    'get-sync-job-status',
    'list-export-requests',
    'get-api-key-info',
    'repair-agent',
  ],
};

/** What a path of Retell’s API that is not served here is about; undefined for a path that Retell does not have. */
export function unservedRetell(path: string): string | undefined {
  if (!path.startsWith(`${retellPrefix}/`)) return undefined;
  const [first = '', second = ''] = path.slice(retellPrefix.length + 1).split('/');
  const verb = /^v\d$/.test(first) ? second : first;
  return Object.entries(unserved).find(([, verbs]) => verbs.includes(verb))?.[0];
}
