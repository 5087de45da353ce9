import { type ActionCase, tryActions } from '../../testing/try-actions.ts';

const api = '/calendar/v3';
const events = `${api}/calendars/primary/events`;

const cases: ActionCase[] = [
  {
    action: 'listEvents',
    tool: 'list_events',
    input: { timeMin: '2026-05-04T00:00:00Z', query: 'tea', orderBy: 'startTime' },
    request: `GET ${events}?timeMin=2026-05-04T00%3A00%3A00Z&orderBy=startTime&maxResults=250&singleEvents=true&q=tea`,
  },
  {
    action: 'createEvent',
    tool: 'create_event',
    given: { timeZone: 'Europe/Paris', sendUpdates: 'all', reminderMinutes: '10' },
    input: {
      summary: 'Tea',
      startDateTime: '2026-05-04T10:00:00',
      endDateTime: '2026-05-04T11:00:00',
      attendees: 'a@b.test, c@d.test',
      recurrence: 'RRULE:FREQ=WEEKLY',
    },
    request: `POST ${events}?sendUpdates=all`,
    body: {
      summary: 'Tea',
      start: { dateTime: '2026-05-04T10:00:00', timeZone: 'Europe/Paris' },
      end: { dateTime: '2026-05-04T11:00:00', timeZone: 'Europe/Paris' },
      attendees: [{ email: 'a@b.test' }, { email: 'c@d.test' }],
      recurrence: ['RRULE:FREQ=WEEKLY'],
      reminders: { useDefault: false, overrides: [{ method: 'popup', minutes: 10 }] },
    },
  },
  {
    action: 'updateEvent',
    tool: 'update_event',
    given: { calendarId: 'team@group.test' },
    input: { eventId: 'e1', startDate: '2026-05-04', endDate: '2026-05-05', location: 'Home' },
    request: `PATCH ${api}/calendars/team%40group.test/events/e1`,
    body: { location: 'Home', start: { date: '2026-05-04' }, end: { date: '2026-05-05' } },
  },
  { action: 'getEvent', tool: 'get_event', input: { eventId: 'e1' }, request: `GET ${events}/e1` },
  { action: 'deleteEvent', tool: 'delete_event', input: { eventId: 'e1' }, request: `DELETE ${events}/e1` },
  {
    action: 'quickAddEvent',
    tool: 'quick_add_event',
    input: { text: 'Tea at noon' },
    request: `POST ${events}/quickAdd?text=Tea+at+noon`,
  },
  {
    action: 'listCalendars',
    tool: 'list_calendars',
    given: { minAccessRole: 'writer' },
    request: `GET ${api}/users/me/calendarList?minAccessRole=writer`,
  },
  {
    action: 'createCalendar',
    tool: 'create_calendar',
    input: { summary: 'Team', timeZone: 'Europe/Paris' },
    request: `POST ${api}/calendars`,
    body: { summary: 'Team', timeZone: 'Europe/Paris' },
  },
  {
    action: 'getCalendar',
    tool: 'get_calendar',
    input: { calendarId: 'c1' },
    request: `GET ${api}/calendars/c1`,
  },
  {
    action: 'updateCalendar',
    tool: 'update_calendar',
    input: { calendarId: 'c1', description: 'Ours' },
    request: `PATCH ${api}/calendars/c1`,
    body: { description: 'Ours' },
  },
  {
    action: 'deleteCalendar',
    tool: 'delete_calendar',
    input: { calendarId: 'c1' },
    request: `DELETE ${api}/calendars/c1`,
  },
  {
    action: 'clearCalendar',
    tool: 'clear_calendar',
    input: { calendarId: 'c1' },
    request: `POST ${api}/calendars/c1/clear`,
  },
  {
    action: 'queryFreebusy',
    tool: 'query_freebusy',
    given: { calendarIds: 'c1, c2' },
    input: { timeMin: 'a', timeMax: 'b' },
    request: `POST ${api}/freeBusy`,
    body: { timeMin: 'a', timeMax: 'b', items: [{ id: 'c1' }, { id: 'c2' }] },
  },
];

const kinds: readonly (readonly [kind: string, list: string, names: RegExp])[] = [
  ['event', 'eventActions', /Event/],
  ['calendar', 'calendarActions', /Calendar/],
  ['freebusy', 'freebusyActions', /Freebusy/],
];

tryActions(
  {
    node: 'googleCalendarTool',
    service: 'Google Calendar',
    prefix: 'google_calendar',
    secret: { accessToken: 'ya29.CANARY-token' },
    authorization: 'Bearer ya29.CANARY-token',
    choose(action) {
      const [kind] = kinds.find(([, , names]) => names.test(action)) ?? kinds[0] ?? [''];
      const lists = kinds.map(([, list]) => [list, JSON.stringify([action])]);
      return { calendarType: kind, ...Object.fromEntries(lists) };
    },
  },
  cases,
);
