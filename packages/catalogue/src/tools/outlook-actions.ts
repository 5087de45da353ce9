import { asRecord } from './as-record.ts';
import { commaList } from './comma-list.ts';
import {
  type ActionArgs,
  needed,
  optional,
  type ServiceAction,
  type ServiceActions,
} from './service-action.ts';

const listed = (answer: unknown) => asRecord(answer)['value'];
const people = (text: unknown) =>
  commaList(String(text ?? ''))?.map((address) => ({ emailAddress: { address } }));
const moment = (dateTime: unknown, timeZone: unknown) =>
  dateTime === undefined ? undefined : { dateTime, timeZone: timeZone ?? 'UTC' };
const textBody = (content: unknown) => (content === undefined ? undefined : { contentType: 'Text', content });

function one(
  description: string,
  name: string,
  path: string,
  param: string,
  method?: 'DELETE',
): ServiceAction {
  return {
    description,
    fields: { [name]: needed('Its id', param) },
    request: (args) => ({ path: [path, args[name]], ...(method && { method }) }),
  };
}

const calendarActions: ServiceActions = {
  listCalendars: {
    description: 'Lists calendars.',
    fields: { maxResults: optional('How many at most', 'maxResultsListCalendars', 'number') },
    request: ({ maxResults }) => ({ path: ['calendars'], query: { $top: maxResults } }),
    read: listed,
  },
  getCalendar: one('Reads what is known of a calendar.', 'calendarId', 'calendars', 'calendarIdGetCalendar'),
  createCalendar: {
    description: 'Creates a calendar.',
    fields: { name: needed('Name', 'calendarNameCreateCalendar') },
    request: (body) => ({ path: ['calendars'], body }),
  },
  updateCalendar: {
    description: 'Changes the name of a calendar.',
    fields: {
      calendarId: needed('Its id', 'calendarIdUpdateCalendar'),
      name: needed('New name', 'calendarNameUpdateCalendar'),
    },
    request: ({ calendarId, name }) => ({ method: 'PATCH', path: ['calendars', calendarId], body: { name } }),
  },
  deleteCalendar: one('Deletes a calendar.', 'calendarId', 'calendars', 'calendarIdDeleteCalendar', 'DELETE'),
  listEvents: {
    description: 'Lists events, those between two moments with their repetitions.',
    fields: {
      calendarId: optional('Id of the calendar; the own one without', 'calendarIdListEvents'),
      startDateTime: optional('Beginning, such as 2026-05-04T00:00:00Z', 'startDateTimeListEvents'),
      endDateTime: optional('End', 'endDateTimeListEvents'),
      maxResults: optional('How many at most', 'maxResultsListEvents', 'number'),
    },
    request({ calendarId, startDateTime, endDateTime, maxResults }) {
      const isView = startDateTime !== undefined && endDateTime !== undefined;
      const place = calendarId === undefined ? [] : ['calendars', calendarId];
      const query = { $top: maxResults, ...(isView && { startDateTime, endDateTime }) };
      return { path: [...place, isView ? 'calendarView' : 'events'], query };
    },
    read: listed,
  },
  getEvent: one('Reads an event.', 'eventId', 'events', 'eventIdGetEvent'),
  createEvent: {
    description: 'Creates an event.',
    fields: {
      subject: needed('Title', 'subjectCreateEvent'),
      body: optional('Text', 'bodyCreateEvent'),
      startDateTime: needed('Beginning, such as 2026-05-04T10:00:00', 'startDateTimeCreateEvent'),
      endDateTime: needed('End', 'endDateTimeCreateEvent'),
      timeZone: optional('Time zone', 'timeZoneCreateEvent'),
      location: optional('Place', 'locationCreateEvent'),
      attendees: optional('Addresses of the guests, with commas', 'attendeesCreateEvent'),
    },
    request: ({ subject, body, startDateTime, endDateTime, timeZone, location, attendees }) => ({
      path: ['events'],
      body: {
        subject,
        body: textBody(body),
        start: moment(startDateTime, timeZone),
        end: moment(endDateTime, timeZone),
        location: location === undefined ? undefined : { displayName: location },
        attendees: people(attendees)?.map((person) => ({ ...person, type: 'required' })),
      },
    }),
  },
  updateEvent: {
    description: 'Changes the title of an event.',
    fields: {
      eventId: needed('Its id', 'eventIdUpdateEvent'),
      subject: needed('New title', 'subjectUpdateEvent'),
    },
    request: ({ eventId, subject }) => ({ method: 'PATCH', path: ['events', eventId], body: { subject } }),
  },
  deleteEvent: one('Deletes an event.', 'eventId', 'events', 'eventIdDeleteEvent', 'DELETE'),
};

function message({ to, cc, bcc, subject, body }: ActionArgs) {
  return {
    subject,
    body: textBody(body),
    toRecipients: people(to),
    ccRecipients: people(cc),
    bccRecipients: people(bcc),
  };
}

const letter = (action: string) => ({
  to: needed('Who gets it, with commas', `to${action}`),
  subject: optional('Subject', `subject${action}`),
  body: optional('Text', `body${action}`),
});

function moved(description: string, verb: 'copy' | 'move', action: string): ServiceAction {
  return {
    description,
    fields: {
      messageId: needed('Id of the message', `messageId${action}`),
      destinationFolderId: needed(
        'Id of the folder, or a name such as archive',
        `destinationFolderId${action}`,
      ),
    },
    request: ({ messageId, destinationFolderId }) => ({
      path: ['messages', messageId, verb],
      body: { destinationId: destinationFolderId },
    }),
  };
}

const messageActions: ServiceActions = {
  listMessages: {
    description: 'Finds messages.',
    fields: {
      filter: optional('Condition in OData, such as isRead eq false', 'filterListMessages'),
      maxResults: optional('How many at most', 'maxResultsListMessages', 'number'),
    },
    request: ({ filter, maxResults }) => ({
      path: ['messages'],
      query: {
        $filter: filter,
        $top: maxResults,
        $select: 'id,subject,from,toRecipients,receivedDateTime,isRead,bodyPreview',
      },
    }),
    read: listed,
  },
  getMessage: one('Reads a message.', 'messageId', 'messages', 'messageIdGetMessage'),
  createDraftMessage: {
    description: 'Writes a draft.',
    fields: {
      ...letter('CreateDraftMessage'),
      cc: optional('Who gets a copy', 'ccCreateDraftMessage'),
      bcc: optional('Who gets a hidden copy', 'bccCreateDraftMessage'),
    },
    request: (args) => ({ path: ['messages'], body: message(args) }),
  },
  sendMessage: {
    description: 'Sends a message.',
    fields: letter('SendMessage'),
    request: (args) => ({ path: ['sendMail'], body: { message: message(args), saveToSentItems: true } }),
  },
  updateMessage: {
    description: 'Marks a message as read or unread.',
    fields: {
      messageId: needed('Id of the message', 'messageIdUpdateMessage'),
      isRead: needed('Whether it is read', 'isReadUpdateMessage', 'boolean'),
    },
    request: ({ messageId, isRead }) => ({
      method: 'PATCH',
      path: ['messages', messageId],
      body: { isRead },
    }),
  },
  deleteMessage: one('Deletes a message.', 'messageId', 'messages', 'messageIdDeleteMessage', 'DELETE'),
  copyMessage: moved('Copies a message into a folder.', 'copy', 'CopyMessage'),
  moveMessage: moved('Moves a message into a folder.', 'move', 'MoveMessage'),
  replyMessage: {
    description: 'Answers a message.',
    fields: {
      messageId: needed('Id of the message', 'messageIdReplyMessage'),
      comment: needed('The answer', 'replyBodyReplyMessage'),
    },
    request: ({ messageId, comment }) => ({ path: ['messages', messageId, 'reply'], body: { comment } }),
  },
  forwardMessage: {
    description: 'Passes a message on.',
    fields: {
      messageId: needed('Id of the message', 'messageIdForwardMessage'),
      to: needed('Who gets it, with commas', 'forwardToForwardMessage'),
      comment: optional('What is said to it', 'forwardCommentForwardMessage'),
    },
    request: ({ messageId, to, comment }) => ({
      path: ['messages', messageId, 'forward'],
      body: { comment, toRecipients: people(to) },
    }),
  },
};

/** What an agent may do in Outlook, by the kind that is chosen in the node. */
export const outlookActions = { calendar: calendarActions, message: messageActions } as const;
