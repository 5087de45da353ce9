import { commaList } from './comma-list.ts';
import { type ActionArgs, needed, optional, type ServiceActions } from './service-action.ts';

const calendarId = needed('Id of the calendar; "primary" is the own one', 'calendarId');
const eventId = needed('Id of the event', 'eventId');
const chosenId = needed('Id of the calendar', 'calendarIdForCalendar');

const eventFields = {
  description: optional('Text', 'description'),
  location: optional('Place', 'location'),
  startDateTime: optional('Beginning, such as 2026-05-04T10:00:00', 'startDateTime'),
  endDateTime: optional('End, such as 2026-05-04T11:00:00', 'endDateTime'),
  timeZone: optional('Time zone, such as Europe/Paris', 'timeZone'),
  startDate: optional('First day of an event of whole days, such as 2026-05-04', 'startDate'),
  endDate: optional('Day after the last one', 'endDate'),
  attendees: optional('Addresses of the guests, with commas', 'attendees'),
  recurrence: optional('Repetition, such as RRULE:FREQ=WEEKLY', 'recurrence'),
  reminderMinutes: optional('Minutes before the beginning at which to remind', 'reminderMinutes', 'number'),
  visibility: optional('default, public, private or confidential', 'visibility'),
  sendUpdates: optional('Who is notified: all, externalOnly or none', 'sendUpdates'),
};

function moment(dateTime: unknown, date: unknown, timeZone: unknown) {
  if (date !== undefined && dateTime === undefined) return { date };
  return dateTime === undefined ? undefined : { dateTime, timeZone };
}

function eventBody(args: ActionArgs) {
  const { summary, description, location, visibility, recurrence, reminderMinutes, attendees, timeZone } =
    args;
  const isWhole = args['allDay'] === true;
  const minutes = reminderMinutes === undefined ? undefined : Number(reminderMinutes);
  return {
    summary,
    description,
    location,
    visibility,
    start: moment(isWhole ? undefined : args['startDateTime'], args['startDate'], timeZone),
    end: moment(isWhole ? undefined : args['endDateTime'], args['endDate'], timeZone),
    attendees: commaList(String(attendees ?? ''))?.map((email) => ({ email })),
    recurrence: recurrence === undefined ? undefined : [recurrence],
    reminders:
      minutes === undefined ? undefined : { useDefault: false, overrides: [{ method: 'popup', minutes }] },
  };
}

const eventActions: ServiceActions = {
  listEvents: {
    description: 'Finds events of a calendar.',
    fields: {
      calendarId,
      timeMin: optional('Not before, such as 2026-05-04T00:00:00Z', 'timeMin'),
      timeMax: optional('Not after, such as 2026-05-05T00:00:00Z', 'timeMax'),
      query: optional('Words in the event', 'query'),
      maxResults: optional('How many at most', 'maxResults', 'number'),
      singleEvents: optional('Each repetition on its own', 'singleEvents', 'boolean'),
      orderBy: optional('startTime or updated', 'orderBy'),
    },
    request: ({ calendarId: id, query, ...rest }) => ({
      path: ['calendars', id, 'events'],
      query: { ...rest, q: query },
    }),
  },
  createEvent: {
    description: 'Creates an event.',
    fields: {
      calendarId,
      summary: needed('Title', 'summary'),
      ...eventFields,
      allDay: optional('Whole days', 'allDay', 'boolean'),
    },
    request: ({ calendarId: id, sendUpdates, ...args }) => ({
      path: ['calendars', id, 'events'],
      query: { sendUpdates },
      body: eventBody(args),
    }),
  },
  getEvent: {
    description: 'Reads an event.',
    fields: { calendarId, eventId },
    request: ({ calendarId: id, eventId: event }) => ({ path: ['calendars', id, 'events', event] }),
  },
  updateEvent: {
    description: 'Changes an event.',
    fields: { calendarId, eventId, summary: optional('New title', 'summary'), ...eventFields },
    request: ({ calendarId: id, eventId: event, sendUpdates, ...args }) => ({
      method: 'PATCH',
      path: ['calendars', id, 'events', event],
      query: { sendUpdates },
      body: eventBody(args),
    }),
  },
  deleteEvent: {
    description: 'Deletes an event.',
    fields: { calendarId, eventId },
    request: ({ calendarId: id, eventId: event }) => ({
      method: 'DELETE',
      path: ['calendars', id, 'events', event],
    }),
  },
  quickAddEvent: {
    description: 'Creates an event from one sentence.',
    fields: { calendarId, text: needed('Such as "Lunch with Ann on Friday at noon"', 'quickAddText') },
    request: ({ calendarId: id, text }) => ({
      method: 'POST',
      path: ['calendars', id, 'events', 'quickAdd'],
      query: { text },
    }),
  },
};

const calendarFields = {
  description: optional('What it is for', 'calendarDescription'),
  location: optional('Place', 'calendarLocation'),
  timeZone: optional('Time zone, such as Europe/Paris', 'calendarTimeZone'),
};

const calendarActions: ServiceActions = {
  listCalendars: {
    description: 'Lists calendars.',
    fields: {
      showHidden: optional('Hidden ones too', 'showHidden', 'boolean'),
      minAccessRole: optional('Least right: freeBusyReader, reader, writer or owner', 'minAccessRole'),
    },
    request: (query) => ({ path: ['users', 'me', 'calendarList'], query }),
  },
  createCalendar: {
    description: 'Creates a calendar.',
    fields: { summary: needed('Title', 'calendarSummary'), ...calendarFields },
    request: (body) => ({ path: ['calendars'], body }),
  },
  getCalendar: {
    description: 'Reads what is known of a calendar.',
    fields: { calendarId: chosenId },
    request: ({ calendarId: id }) => ({ path: ['calendars', id] }),
  },
  updateCalendar: {
    description: 'Changes a calendar.',
    fields: { calendarId: chosenId, summary: optional('New title', 'calendarSummary'), ...calendarFields },
    request: ({ calendarId: id, ...body }) => ({ method: 'PATCH', path: ['calendars', id], body }),
  },
  deleteCalendar: {
    description: 'Deletes a calendar.',
    fields: { calendarId: chosenId },
    request: ({ calendarId: id }) => ({ method: 'DELETE', path: ['calendars', id] }),
  },
  clearCalendar: {
    description: 'Deletes all events of a calendar.',
    fields: { calendarId: chosenId },
    request: ({ calendarId: id }) => ({ method: 'POST', path: ['calendars', id, 'clear'] }),
  },
};

const freebusyActions: ServiceActions = {
  queryFreebusy: {
    description: 'Tells when calendars are busy.',
    fields: {
      timeMin: needed('Beginning, such as 2026-05-04T00:00:00Z', 'freebusyTimeMin'),
      timeMax: needed('End, such as 2026-05-05T00:00:00Z', 'freebusyTimeMax'),
      calendarIds: needed('Ids of the calendars, with commas', 'calendarIds'),
      groupExpansionMax: optional('Most calendars of one group', 'groupExpansionMax', 'number'),
      calendarExpansionMax: optional('Most calendars in all', 'calendarExpansionMax', 'number'),
    },
    request: ({ calendarIds, ...body }) => ({
      path: ['freeBusy'],
      body: { ...body, items: commaList(String(calendarIds))?.map((id) => ({ id })) },
    }),
  },
};

/** What an agent may do in Google Calendar, by the kind that is chosen in the node. */
export const googleCalendarActions = {
  event: eventActions,
  calendar: calendarActions,
  freebusy: freebusyActions,
} as const;
