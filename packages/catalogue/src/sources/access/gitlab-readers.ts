import * as z from 'zod';
import { askSourceJson, type SourceContext } from '../ask-source.ts';
import { unlessRefused } from './is-refused.ts';
import { KnownReaders, mostMembers } from './known-readers.ts';

interface Project {
  /** The address of the project in the interface. */
  url: string;
  api: string;
  asked: { service: string; headers: Record<string, string>; secret?: string };
}

const described = z.object({ visibility: z.string(), repository_access_level: z.string().optional() });
const member = z.object({
  id: z.number(),
  access_level: z.number(),
  state: z.string().optional(),
  membership_state: z.string().optional(),
  email: z.string().nullish(),
});
const user = z.object({ email: z.string().nullish(), public_email: z.string().nullish() });
const pageSize = 100;
/** The least role that reads the files of a private project. */
const reporter = 20;

/**
 * Who may read the files of a project: everybody, or its members, by the addresses that GitLab shows of them. Undefined
 * where its members are not said to this account.
 */
export async function gitlabReaders(
  { url, api, asked }: Project,
  context: SourceContext,
): Promise<KnownReaders | undefined> {
  const { answer: project } = await askSourceJson({ ...asked, url, shape: described }, context);
  const readers = new KnownReaders();
  const isForMembers = project.repository_access_level === 'private';
  if (project.visibility === 'public' && !isForMembers) {
    readers.tokens.add('public');
    return readers;
  }
  if (project.visibility === 'internal' && !isForMembers)
    readers.addUnknown('everyone who has an account there');

  async function addressOf(id: number): Promise<string | null> {
    const request = { ...asked, url: `${api}/users/${id}`, shape: user };
    const found = (await unlessRefused(askSourceJson(request, context)))?.answer;
    return found?.email || found?.public_email || null;
  }

  async function addMembers(): Promise<boolean> {
    for (let page = 1; page * pageSize <= mostMembers; page += 1) {
      const request = `${url}/members/all?per_page=${pageSize}&page=${page}`;
      const { answer } = await askSourceJson({ ...asked, url: request, shape: z.array(member) }, context);
      for (const one of answer) {
        const isActive =
          (one.state ?? 'active') === 'active' && (one.membership_state ?? 'active') === 'active';
        if (isActive && one.access_level >= reporter)
          readers.addPerson(one.email || (await addressOf(one.id)));
      }
      if (answer.length < pageSize) return true;
    }
    readers.addUnknown('further members');
    return true;
  }

  return (await unlessRefused(addMembers())) ? readers : undefined;
}
