import { authStatus, login, registerOwner } from '@tendril/contract/api/auths';
import { type ApiClient, createApiClient } from './seed/api-client.ts';
import { scenarios } from './seed/scenarios.ts';

const address = process.env.SEED_ADDRESS ?? `http://localhost:${process.env.PORT ?? 3000}`;
const email = process.env.SEED_EMAIL ?? 'owner@example.com';
const password = process.env.SEED_PASSWORD ?? 'a-local-password';

/** Creates the owner of a new installation, or signs in to an existing one. */
async function enter(client: ApiClient): Promise<void> {
  const { body: status } = await client.call(authStatus);
  const hasOwner = authStatus.response.parse(status).hasOwner;
  const answer = hasOwner
    ? await client.call(login, { body: { email, password } })
    : await client.call(registerOwner, { body: { name: 'Owner', email, password } });
  if (answer.status >= 400) {
    throw new Error(
      `${email} may not enter (${answer.status}): set SEED_EMAIL and SEED_PASSWORD to an owner's.`,
    );
  }
  console.log(
    `${hasOwner ? 'Signed in' : 'Owner made'}: ${email}, password ${hasOwner ? 'as given' : password}`,
  );
}

async function seed(name: string): Promise<void> {
  const scenario = scenarios[name];
  if (!scenario) throw new Error(`Usage: npm run seed [${Object.keys(scenarios).join('|')}]`);
  const client = createApiClient(address);
  await enter(client);
  for (const flow of await scenario(client)) console.log(`${flow.name}: ${new URL(flow.path, address).href}`);
}

try {
  await seed(process.argv[2] ?? 'starters');
} catch (error) {
  const isUnreachable = error instanceof TypeError && error.message === 'fetch failed';
  const reason = error instanceof Error ? error.message : error;
  console.error(isUnreachable ? `Nobody answers at ${address}: run \`npm start\` first.` : reason);
  process.exitCode = 1;
}
