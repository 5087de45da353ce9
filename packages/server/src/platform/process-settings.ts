import * as z from 'zod';
import { processRoles } from './processes/process-role.ts';
import { setting } from './setting.ts';

const everyRole = processRoles.join(',');

/** An address, or a path below PUBLIC_URL; without a slash at its end. */
const mediaUrl = z
  .string()
  .regex(
    /^((https?|wss?):\/\/[^\s/?#@]+)?(\/[^\s?#]*)?$/,
    'must be an address that begins with https:// or wss://, or a path that begins with a slash',
  )
  .transform((text) => text.replace(/^ws/, 'http').replace(/\/+$/, ''))
  .refine((text) => text !== '', 'must name a host or a path');

/** What the processes of an installation do. */
export const processSettings = {
  roles: setting(
    'ROLE',
    everyRole,
    'What this process does, as a comma list: web serves pages and the API, work does jobs, schedules and webhooks, media carries calls. Processes of one role each share a PostgreSQL. Where processes have media and not web, all calls are carried there; where none has media, web carries them.',
    z
      .string()
      .default(everyRole)
      .transform((text): string[] => [...new Set(text.split(',').map((part) => part.trim()))])
      .pipe(z.array(z.enum(processRoles)).min(1)),
  ),
  mediaUrl: setting(
    'MEDIA_URL',
    'none',
    'With ROLE=media: the public address of this process alone, under which pages and carriers open the lines of its calls, as https://media1.example.com, or a path below PUBLIC_URL that the proxy leads to it, as /media/1. Without it other processes pass the lines on.',
    mediaUrl.optional(),
  ),
  callPlaces: setting(
    'CALL_PLACES',
    '120 with media and without web, else 0',
    'Calls that one process carries at once; further ones go to another, or are refused for a moment. 0 sets no limit.',
    z.coerce.number().int().min(0).max(100_000).optional(),
  ),
  processes: setting(
    'PROCESSES',
    '1',
    'Processes that serve this address together, on one PostgreSQL: a number, or auto for one a core. The first one hands connections on and replaces what has died; SIGHUP replaces all of them one by one.',
    z
      .string()
      .regex(/^(auto|[1-9]\d?)$/, 'must be auto, or a whole number from 1 to 99')
      .default('1')
      .transform((text) => (text === 'auto' ? ('auto' as const) : Number(text))),
  ),
  callMedia: setting(
    'CALL_MEDIA',
    'apart',
    'Where the sound of calls is carried, of browsers and telephones: apart in a process of its own, which runs while there are calls and which nothing that the server does makes late, or here, in the process of the server.',
    z.enum(['apart', 'here']).default('apart'),
  ),
};
