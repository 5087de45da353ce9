import { AppError } from '@tendril/contract/app-error';
import type { RunContext } from '@tendril/contract/node/run-context';
import { implementNode } from '../../interfaces/implement-node.ts';
import { checkAddress } from '../../model/address.ts';
import { findKey } from '../../model/read-key.ts';
import { actionTools } from '../../tools/action-tools.ts';
import { jiraActions } from '../../tools/jira-actions.ts';
import { readSecret } from '../../tools/read-secret.ts';

/** An account with its token, or a token that stands for itself. */
async function authorize(context: RunContext): Promise<{ authorization: string; token: string }> {
  const bearer = await findKey(context, 'bearerToken');
  if (bearer) return { authorization: `Bearer ${bearer}`, token: bearer };
  const token = await readSecret(context, 'accessToken', 'Jira');
  const user = await readSecret(context, 'username', 'Jira');
  return { authorization: `Basic ${Buffer.from(`${user}:${token}`).toString('base64')}`, token };
}

/** Lets a model work with Jira. */
export const jiraTool = implementNode({
  name: 'jiraTool',
  icon: 'jira',
  description: 'Lets an agent work with issues, comments and people in Jira.',

  async run(inputs, context) {
    if (inputs.enableSSL && inputs.caFile)
      throw new AppError('FLOW_INVALID', 'Jira: a certificate file of its own cannot be used here.');
    const { authorization, token } = await authorize(context);
    const service = {
      nodeId: context.nodeId,
      service: 'Jira',
      prefix: 'jira',
      base: `${checkAddress(inputs.jiraHost, 'Jira Host')}/rest/api/3`,
      headers: { authorization },
      secrets: [token, authorization.replace(/^\w+ /, '')],
    };
    const { issueActions, commentActions, userActions } = inputs;
    const chosen = { issues: issueActions, comments: commentActions, users: userActions }[inputs.jiraType];
    return { jiraTool: actionTools(jiraActions[inputs.jiraType], chosen, service, inputs) };
  },
});
