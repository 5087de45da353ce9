import * as z from 'zod';
import { setting } from './setting.ts';

/** What the processes of an installation do. */
export const processSettings = {
  roles: setting(
    'ROLE',
    'web,work',
    'What this process does, as a comma list: web serves pages and the API, work does jobs, schedules and webhooks. Processes of one role each share a PostgreSQL.',
    z
      .string()
      .default('web,work')
      .transform((text) => text.split(',').map((part) => part.trim()))
      .pipe(z.array(z.enum(['web', 'work'])).min(1)),
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
