import { expect, it } from 'vitest';
import { testContext } from '../../testing/run-context.ts';
import { runNode } from '../../testing/run-node.ts';
import { type ActionCase, tryActions } from '../../testing/try-actions.ts';

const document = (text: string) => ({
  type: 'doc',
  version: 1,
  content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
});
const fields = 'fields=summary%2Cstatus%2Cassignee%2Cpriority%2Cissuetype%2Ccreated%2Cupdated';
const api = '/rest/api/3';

const cases: ActionCase[] = [
  {
    action: 'listIssues',
    tool: 'list_issues',
    given: { projectKey: 'SHOP' },
    request: `GET ${api}/search/jql?jql=project+%3D+%22SHOP%22&maxResults=50&${fields}`,
    answer: { issues: [{ key: 'SHOP-1' }], isLast: true },
    text: [{ key: 'SHOP-1' }],
  },
  {
    action: 'createIssue',
    tool: 'create_issue',
    given: { projectKey: 'SHOP', issueType: 'Bug' },
    input: { summary: 'Broken', description: 'It is.', priority: 'High', assignee: 'a1' },
    request: `POST ${api}/issue`,
    body: {
      fields: {
        project: { key: 'SHOP' },
        issuetype: { name: 'Bug' },
        summary: 'Broken',
        description: document('It is.'),
        priority: { name: 'High' },
        assignee: { accountId: 'a1' },
      },
    },
  },
  {
    action: 'getIssue',
    tool: 'get_issue',
    input: { issueKey: 'SHOP-1' },
    request: `GET ${api}/issue/SHOP-1`,
  },
  {
    action: 'updateIssue',
    tool: 'update_issue',
    input: { issueKey: 'SHOP-1', summary: 'Mended' },
    request: `PUT ${api}/issue/SHOP-1`,
    body: { fields: { summary: 'Mended' } },
  },
  {
    action: 'deleteIssue',
    tool: 'delete_issue',
    input: { issueKey: 'a/b' },
    request: `DELETE ${api}/issue/a%2Fb`,
  },
  {
    action: 'assignIssue',
    tool: 'assign_issue',
    input: { issueKey: 'SHOP-1', accountId: 'a1' },
    request: `PUT ${api}/issue/SHOP-1/assignee`,
    body: { accountId: 'a1' },
  },
  {
    action: 'transitionIssue',
    tool: 'transition_issue',
    input: { issueKey: 'SHOP-1', transitionId: '31' },
    request: `POST ${api}/issue/SHOP-1/transitions`,
    body: { transition: { id: '31' } },
  },
  {
    action: 'listComments',
    tool: 'list_comments',
    input: { issueKey: 'SHOP-1' },
    request: `GET ${api}/issue/SHOP-1/comment`,
  },
  {
    action: 'createComment',
    tool: 'create_comment',
    given: { commentIssueKey: 'SHOP-1' },
    input: { text: 'Done' },
    request: `POST ${api}/issue/SHOP-1/comment`,
    body: { body: document('Done') },
  },
  {
    action: 'getComment',
    tool: 'get_comment',
    input: { issueKey: 'SHOP-1', commentId: '7' },
    request: `GET ${api}/issue/SHOP-1/comment/7`,
  },
  {
    action: 'updateComment',
    tool: 'update_comment',
    input: { issueKey: 'SHOP-1', commentId: '7', text: 'New' },
    request: `PUT ${api}/issue/SHOP-1/comment/7`,
    body: { body: document('New') },
  },
  {
    action: 'deleteComment',
    tool: 'delete_comment',
    input: { issueKey: 'SHOP-1', commentId: '7' },
    request: `DELETE ${api}/issue/SHOP-1/comment/7`,
  },
  {
    action: 'searchUsers',
    tool: 'search_users',
    input: { query: 'ann' },
    request: `GET ${api}/user/search?query=ann&maxResults=50`,
    answer: [{ accountId: 'a1' }],
  },
  {
    action: 'getUser',
    tool: 'get_user',
    input: { accountId: 'a1' },
    request: `GET ${api}/user?accountId=a1`,
  },
  {
    action: 'createUser',
    tool: 'create_user',
    input: { emailAddress: 'a@b.test' },
    request: `POST ${api}/user`,
    body: { emailAddress: 'a@b.test', products: [] },
  },
  {
    action: 'deleteUser',
    tool: 'delete_user',
    input: { accountId: 'a1' },
    request: `DELETE ${api}/user?accountId=a1`,
  },
];

function choose(action: string) {
  const type = action.includes('User') ? 'users' : action.includes('Comment') ? 'comments' : 'issues';
  const list = JSON.stringify([action]);
  return {
    jiraHost: 'https://shop.atlassian.net',
    jiraType: type,
    issueActions: list,
    commentActions: list,
    userActions: list,
  };
}

const basic = Buffer.from('ann@b.test:CANARY-token-0001').toString('base64');

tryActions(
  {
    node: 'jiraTool',
    service: 'Jira',
    prefix: 'jira',
    secret: { username: 'ann@b.test', accessToken: 'CANARY-token-0001' },
    authorization: `Basic ${basic}`,
    choose,
  },
  cases,
);

tryActions(
  {
    node: 'jiraTool',
    service: 'Jira',
    prefix: 'jira',
    secret: { bearerToken: 'CANARY-token-0002' },
    authorization: 'Bearer CANARY-token-0002',
    choose,
  },
  cases.slice(2, 3),
);

it('refuses a certificate file of its own, and an address that is none', async () => {
  const context = testContext({ credential: { bearerToken: 't' } });
  const file = { ...choose('getIssue'), enableSSL: true, caFile: 'FILE-STORAGE::["ca.pem"]' };
  await expect(runNode('jiraTool', file, context)).rejects.toThrow('certificate');
  const host = { ...choose('getIssue'), jiraHost: 'jira' };
  await expect(runNode('jiraTool', host, context)).rejects.toMatchObject({ code: 'FLOW_INVALID' });
});
