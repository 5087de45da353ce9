import { authStatus, login, registerOwner } from '@tendril/contract/api/auths';
import { createHouseClient, type HouseClient } from './seed/house-client.ts';
import { scenarios } from './seed/scenarios.ts';

const address = process.env.SEED_ADDRESS ?? `http://localhost:${process.env.PORT ?? 3000}`;
const email = process.env.SEED_EMAIL ?? 'owner@example.com';
const password = process.env.SEED_PASSWORD ?? 'a-local-password';

/** Creates the owner of a new installation, or signs in to an existing one. */
async function enter(house: HouseClient): Promise<void> {
  const { body: status } = await house.call(authStatus);
  const hasOwner = authStatus.response.parse(status).hasOwner;
  const answer = hasOwner
    ? await house.call(login, { body: { email, password } })
    : await house.call(registerOwner, { body: { name: 'Owner', email, password } });
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
  const house = createHouseClient(address);
  await enter(house);
  for (const flow of await scenario(house)) console.log(`${flow.name}: ${new URL(flow.path, address).href}`);
}

try {
  await seed(process.argv[2] ?? 'starters');
} catch (error) {
  const isUnreachable = error instanceof TypeError && error.message === 'fetch failed';
  const reason = error instanceof Error ? error.message : error;
  console.error(isUnreachable ? `Nobody answers at ${address}: run \`npm start\` first.` : reason);
  process.exitCode = 1;
}
