import { asRecord } from './as-record.ts';
import { type ActionArgs, needed, optional, type ServiceActions } from './service-action.ts';

const issueKey = needed('Key of the issue, such as SHOP-7', 'issueKey');
const commentIssue = needed('Key of the issue, such as SHOP-7', 'commentIssueKey');
const commentId = needed('Id of the comment', 'commentId');
const accountId = needed('Id of the account', 'userAccountId');

/** Text in the document format of Jira. */
function toDocument(text: unknown): unknown {
  const paragraphs = String(text).split(/\n{2,}/);
  const content = paragraphs.map((part) => ({ type: 'paragraph', content: [{ type: 'text', text: part }] }));
  return { type: 'doc', version: 1, content };
}

function issueFields({ summary, description, priority, projectKey, issueType, assignee }: ActionArgs) {
  return {
    ...(projectKey !== undefined && { project: { key: projectKey } }),
    ...(issueType !== undefined && { issuetype: { name: issueType } }),
    ...(summary !== undefined && { summary }),
    ...(description !== undefined && { description: toDocument(description) }),
    ...(priority !== undefined && { priority: { name: priority } }),
    ...(assignee !== undefined && { assignee: { accountId: assignee } }),
  };
}

const issueActions: ServiceActions = {
  listIssues: {
    description: 'Finds issues.',
    fields: {
      jql: optional('Query in JQL', 'jqlQuery'),
      projectKey: optional('Key of the project, without a query', 'projectKey'),
      maxResults: optional('How many at most', 'issueMaxResults', 'number'),
    },
    request: ({ jql, projectKey, maxResults }) => ({
      path: ['search', 'jql'],
      query: {
        jql:
          jql ??
          (projectKey === undefined
            ? 'created >= -365d'
            : `project = "${String(projectKey).replace(/["\\]/g, '')}"`),
        maxResults,
        fields: 'summary,status,assignee,priority,issuetype,created,updated',
      },
    }),
    read: (answer) => asRecord(answer)['issues'],
  },
  createIssue: {
    description: 'Creates an issue.',
    fields: {
      projectKey: needed('Key of the project', 'projectKey'),
      issueType: needed('Type, such as Task or Bug', 'issueType'),
      summary: needed('Title', 'issueSummary'),
      description: optional('Text', 'issueDescription'),
      priority: optional('Priority, such as High', 'issuePriority'),
      assignee: optional('Id of the account that gets it', 'assigneeAccountId'),
    },
    request: (args) => ({ path: ['issue'], body: { fields: issueFields(args) } }),
  },
  getIssue: {
    description: 'Reads an issue.',
    fields: { issueKey },
    request: ({ issueKey: key }) => ({ path: ['issue', key] }),
  },
  updateIssue: {
    description: 'Changes an issue.',
    fields: {
      issueKey,
      summary: optional('New title', 'issueSummary'),
      description: optional('New text', 'issueDescription'),
      priority: optional('New priority', 'issuePriority'),
    },
    request: ({ issueKey: key, ...args }) => ({
      method: 'PUT',
      path: ['issue', key],
      body: { fields: issueFields(args) },
    }),
  },
  deleteIssue: {
    description: 'Deletes an issue.',
    fields: { issueKey },
    request: ({ issueKey: key }) => ({ method: 'DELETE', path: ['issue', key] }),
  },
  assignIssue: {
    description: 'Gives an issue to somebody.',
    fields: { issueKey, accountId: needed('Id of the account', 'assigneeAccountId') },
    request: ({ issueKey: key, accountId: account }) => ({
      method: 'PUT',
      path: ['issue', key, 'assignee'],
      body: { accountId: account },
    }),
  },
  transitionIssue: {
    description: 'Moves an issue to another status.',
    fields: { issueKey, transitionId: needed('Id of the transition', 'transitionId') },
    request: ({ issueKey: key, transitionId }) => ({
      path: ['issue', key, 'transitions'],
      body: { transition: { id: transitionId } },
    }),
  },
};

const commentActions: ServiceActions = {
  listComments: {
    description: 'Lists the comments of an issue.',
    fields: { issueKey: commentIssue },
    request: ({ issueKey: key }) => ({ path: ['issue', key, 'comment'] }),
  },
  createComment: {
    description: 'Comments on an issue.',
    fields: { issueKey: commentIssue, text: needed('The comment', 'commentText') },
    request: ({ issueKey: key, text }) => ({
      path: ['issue', key, 'comment'],
      body: { body: toDocument(text) },
    }),
  },
  getComment: {
    description: 'Reads a comment.',
    fields: { issueKey: commentIssue, commentId },
    request: ({ issueKey: key, commentId: id }) => ({ path: ['issue', key, 'comment', id] }),
  },
  updateComment: {
    description: 'Changes a comment.',
    fields: { issueKey: commentIssue, commentId, text: needed('The new text', 'commentText') },
    request: ({ issueKey: key, commentId: id, text }) => ({
      method: 'PUT',
      path: ['issue', key, 'comment', id],
      body: { body: toDocument(text) },
    }),
  },
  deleteComment: {
    description: 'Deletes a comment.',
    fields: { issueKey: commentIssue, commentId },
    request: ({ issueKey: key, commentId: id }) => ({
      method: 'DELETE',
      path: ['issue', key, 'comment', id],
    }),
  },
};

const userActions: ServiceActions = {
  searchUsers: {
    description: 'Finds people by name or address.',
    fields: {
      query: needed('Name or address for mail', 'userQuery'),
      maxResults: optional('How many at most', 'userMaxResults', 'number'),
    },
    request: (query) => ({ path: ['user', 'search'], query }),
  },
  getUser: {
    description: 'Reads what is known of a person.',
    fields: { accountId },
    request: (query) => ({ path: ['user'], query }),
  },
  createUser: {
    description: 'Creates an account for a person.',
    fields: {
      emailAddress: needed('Address for mail', 'userEmail'),
      displayName: optional('Name', 'userDisplayName'),
    },
    request: (args) => ({ path: ['user'], body: { ...args, products: [] } }),
  },
  deleteUser: {
    description: 'Deletes the account of a person.',
    fields: { accountId },
    request: (query) => ({ method: 'DELETE', path: ['user'], query }),
  },
};

/** What an agent may do in Jira, by the kind that is chosen in the node. */
export const jiraActions = { issues: issueActions, comments: commentActions, users: userActions } as const;
