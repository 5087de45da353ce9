import { type ActionCase, tryActions } from '../../testing/try-actions.ts';

const api = '/v1.0/me';
const ann = [{ emailAddress: { address: 'ann@b.test' } }];
const found = { answer: { value: [{ id: 'x' }] }, text: [{ id: 'x' }] };

const cases: ActionCase[] = [
  { action: 'listCalendars', tool: 'list_calendars', request: `GET ${api}/calendars?%24top=50`, ...found },
  {
    action: 'getCalendar',
    tool: 'get_calendar',
    input: { calendarId: 'c1' },
    request: `GET ${api}/calendars/c1`,
  },
  {
    action: 'createCalendar',
    tool: 'create_calendar',
    input: { name: 'Team' },
    request: `POST ${api}/calendars`,
    body: { name: 'Team' },
  },
  {
    action: 'updateCalendar',
    tool: 'update_calendar',
    given: { calendarIdUpdateCalendar: 'c1' },
    input: { name: 'Team' },
    request: `PATCH ${api}/calendars/c1`,
    body: { name: 'Team' },
  },
  {
    action: 'deleteCalendar',
    tool: 'delete_calendar',
    input: { calendarId: 'c1' },
    request: `DELETE ${api}/calendars/c1`,
  },
  {
    action: 'listEvents',
    tool: 'list_events',
    given: { maxResultsListEvents: '5' },
    request: `GET ${api}/events?%24top=5`,
    ...found,
  },
  {
    action: 'listEvents',
    tool: 'list_events',
    given: { calendarIdListEvents: 'c1' },
    input: { startDateTime: '2026-05-04', endDateTime: '2026-05-05' },
    request: `GET ${api}/calendars/c1/calendarView?%24top=50&startDateTime=2026-05-04&endDateTime=2026-05-05`,
    ...found,
  },
  { action: 'getEvent', tool: 'get_event', input: { eventId: 'e1' }, request: `GET ${api}/events/e1` },
  {
    action: 'createEvent',
    tool: 'create_event',
    given: { locationCreateEvent: 'Home' },
    input: { subject: 'Tea', body: 'Green', startDateTime: 's', endDateTime: 'e', attendees: 'ann@b.test' },
    request: `POST ${api}/events`,
    body: {
      subject: 'Tea',
      body: { contentType: 'Text', content: 'Green' },
      start: { dateTime: 's', timeZone: 'UTC' },
      end: { dateTime: 'e', timeZone: 'UTC' },
      location: { displayName: 'Home' },
      attendees: [{ ...ann[0], type: 'required' }],
    },
  },
  {
    action: 'updateEvent',
    tool: 'update_event',
    input: { eventId: 'e1', subject: 'Tea' },
    request: `PATCH ${api}/events/e1`,
    body: { subject: 'Tea' },
  },
  {
    action: 'deleteEvent',
    tool: 'delete_event',
    input: { eventId: 'e1' },
    request: `DELETE ${api}/events/e1`,
  },
  {
    action: 'listMessages',
    tool: 'list_messages',
    input: { filter: 'isRead eq false' },
    request: `GET ${api}/messages?%24filter=isRead+eq+false&%24top=50&%24select=id%2Csubject%2Cfrom%2CtoRecipients%2CreceivedDateTime%2CisRead%2CbodyPreview`,
    ...found,
  },
  {
    action: 'getMessage',
    tool: 'get_message',
    input: { messageId: 'm1' },
    request: `GET ${api}/messages/m1`,
  },
  {
    action: 'createDraftMessage',
    tool: 'create_draft_message',
    given: { ccCreateDraftMessage: 'ann@b.test' },
    input: { to: 'ann@b.test', subject: 'Tea' },
    request: `POST ${api}/messages`,
    body: { subject: 'Tea', toRecipients: ann, ccRecipients: ann },
  },
  {
    action: 'sendMessage',
    tool: 'send_message',
    given: { toSendMessage: 'ann@b.test' },
    input: { subject: 'Tea', body: 'Green' },
    request: `POST ${api}/sendMail`,
    body: {
      message: { subject: 'Tea', body: { contentType: 'Text', content: 'Green' }, toRecipients: ann },
      saveToSentItems: true,
    },
  },
  {
    action: 'updateMessage',
    tool: 'update_message',
    given: { isReadUpdateMessage: true },
    input: { messageId: 'm1' },
    request: `PATCH ${api}/messages/m1`,
    body: { isRead: true },
  },
  {
    action: 'deleteMessage',
    tool: 'delete_message',
    input: { messageId: 'm1' },
    request: `DELETE ${api}/messages/m1`,
  },
  {
    action: 'copyMessage',
    tool: 'copy_message',
    input: { messageId: 'm1', destinationFolderId: 'archive' },
    request: `POST ${api}/messages/m1/copy`,
    body: { destinationId: 'archive' },
  },
  {
    action: 'moveMessage',
    tool: 'move_message',
    given: { destinationFolderIdMoveMessage: 'archive' },
    input: { messageId: 'm1' },
    request: `POST ${api}/messages/m1/move`,
    body: { destinationId: 'archive' },
  },
  {
    action: 'replyMessage',
    tool: 'reply_message',
    input: { messageId: 'm1', comment: 'Yes' },
    request: `POST ${api}/messages/m1/reply`,
    body: { comment: 'Yes' },
  },
  {
    action: 'forwardMessage',
    tool: 'forward_message',
    input: { messageId: 'm1', to: 'ann@b.test' },
    request: `POST ${api}/messages/m1/forward`,
    body: { toRecipients: ann },
  },
];

tryActions(
  {
    node: 'microsoftOutlook',
    service: 'Microsoft Outlook',
    prefix: 'outlook',
    secret: { accessToken: 'eyJ.CANARY-token' },
    authorization: 'Bearer eyJ.CANARY-token',
    choose(action) {
      const list = JSON.stringify([action]);
      const outlookType = action.includes('Message') ? 'message' : 'calendar';
      return { outlookType, calendarActions: list, messageActions: list };
    },
  },
  cases,
);
