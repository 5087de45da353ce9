import { implementNode } from '../../interfaces/implement-node.ts';
import { actionTools } from '../../tools/action-tools.ts';
import { bearerService } from '../../tools/bearer-service.ts';
import { googleCalendarActions } from '../../tools/google-calendar-actions.ts';

/** Lets a model work with Google Calendar. */
export const googleCalendarTool = implementNode({
  name: 'googleCalendarTool',
  icon: 'google',
  description: 'Lets an agent read and change events and calendars of Google.',

  async run(inputs, context) {
    const base = 'https://www.googleapis.com/calendar/v3';
    const vendor = { service: 'Google Calendar', base, prefix: 'google_calendar' };
    const service = await bearerService(context, vendor);
    const { eventActions, calendarActions, freebusyActions } = inputs;
    const kind = inputs.calendarType;
    const chosen = { event: eventActions, calendar: calendarActions, freebusy: freebusyActions }[kind];
    return { googleCalendarTool: actionTools(googleCalendarActions[kind], chosen, service, inputs) };
  },
});
