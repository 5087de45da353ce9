import { asRecord } from './as-record.ts';
import { needed, optional, type ServiceAction, type ServiceActions } from './service-action.ts';

const files = ['drive', 'v3', 'files'];
const folderType = 'application/vnd.google-apps.folder';
const listed = 'nextPageToken,files(id,name,mimeType,modifiedTime,size,parents,webViewLink)';
const fileId = needed('Id of the file', 'fileId');
const folderId = needed('Id of the folder', 'folderId');
const shared = { supportsAllDrives: optional('Shared drives too', 'supportsAllDrives', 'boolean') };
const paged = {
  maxResults: optional('How many at most', 'maxResults', 'number'),
  orderBy: optional('Order, such as name or modifiedTime', 'orderBy'),
  includeItemsFromAllDrives: optional('Files of shared drives too', 'includeItemsFromAllDrives', 'boolean'),
  ...shared,
};
const parent = { parentFolderId: optional('Id of the folder that gets it', 'parentFolderId') };

/** Text between the quotes of a query. */
const quoted = (text: unknown) => `'${String(text).replace(/[\\']/g, '\\$&')}'`;
const inside = (id: unknown) => (id === undefined ? undefined : [id]);

function removal(description: string, name: 'fileId' | 'folderId'): ServiceAction {
  return {
    description,
    fields: { [name]: name === 'fileId' ? fileId : folderId, ...shared },
    request: ({ [name]: id, ...query }) => ({ method: 'DELETE', path: [...files, id], query }),
  };
}

const fileActions: ServiceActions = {
  listFiles: {
    description: 'Lists files.',
    fields: { ...paged, fields: optional('Fields of the answer', 'fields') },
    request: ({ maxResults, fields = listed, ...query }) => ({
      path: files,
      query: { ...query, pageSize: maxResults, fields },
    }),
  },
  getFile: {
    description: 'Reads what is known of a file.',
    fields: { fileId, fields: optional('Fields of the answer', 'fields'), ...shared },
    request: ({ fileId: id, ...query }) => ({ path: [...files, id], query }),
  },
  createFile: {
    description: 'Creates a file with a text.',
    fields: {
      name: needed('Name of the file', 'fileName'),
      content: optional('Its text', 'fileContent'),
      mimeType: optional('Kind of the file, such as text/plain', 'mimeType'),
      description: optional('What it is', 'description'),
      ...parent,
      ...shared,
    },
    request: ({ name, mimeType, description, parentFolderId, supportsAllDrives }) => ({
      path: files,
      query: { supportsAllDrives },
      body: { name, mimeType, description, parents: inside(parentFolderId) },
    }),
    after({ id }, { content, mimeType = 'text/plain', supportsAllDrives }) {
      if (content === undefined) return undefined;
      return {
        method: 'PATCH',
        path: ['upload', ...files, id],
        query: { uploadType: 'media', supportsAllDrives },
        content: { type: String(mimeType), text: String(content) },
      };
    },
  },
  updateFile: {
    description: 'Changes the name or the description of a file.',
    fields: {
      fileId,
      name: optional('New name'),
      description: optional('What it is', 'description'),
      ...shared,
    },
    request: ({ fileId: id, supportsAllDrives, ...body }) => ({
      method: 'PATCH',
      path: [...files, id],
      query: { supportsAllDrives },
      body,
    }),
  },
  deleteFile: removal('Deletes a file for good.', 'fileId'),
  copyFile: {
    description: 'Copies a file.',
    fields: { fileId, name: needed('Name of the copy', 'fileName'), ...parent, ...shared },
    request: ({ fileId: id, name, parentFolderId, supportsAllDrives }) => ({
      path: [...files, id, 'copy'],
      query: { supportsAllDrives },
      body: { name, parents: inside(parentFolderId) },
    }),
  },
  downloadFile: {
    description: 'Reads the text of a file.',
    fields: {
      fileId,
      acknowledgeAbuse: optional('A file with a warning too', 'acknowledgeAbuse', 'boolean'),
      ...shared,
    },
    request: ({ fileId: id, ...query }) => ({ path: [...files, id], query: { alt: 'media', ...query } }),
    isText: true,
  },
};

const folderActions: ServiceActions = {
  createFolder: {
    description: 'Creates a folder.',
    fields: {
      name: needed('Name of the folder', 'fileName'),
      description: optional('What it is for', 'description'),
      ...parent,
      ...shared,
    },
    request: ({ parentFolderId, supportsAllDrives, ...body }) => ({
      path: files,
      query: { supportsAllDrives },
      body: { ...body, mimeType: folderType, parents: inside(parentFolderId) },
    }),
  },
  listFolderContents: {
    description: 'Lists what is in a folder.',
    fields: { folderId, ...paged },
    request: ({ folderId: id, maxResults, ...query }) => ({
      path: files,
      query: {
        ...query,
        q: `${quoted(id)} in parents and trashed = false`,
        pageSize: maxResults,
        fields: listed,
      },
    }),
    read: (answer) => asRecord(answer)['files'],
  },
  deleteFolder: removal('Deletes a folder with what is in it.', 'folderId'),
};

const searchActions: ServiceActions = {
  searchFiles: {
    description: 'Finds files.',
    fields: { query: needed("Query of Google Drive, such as name contains 'tea'", 'searchQuery'), ...paged },
    request: ({ query: q, maxResults, ...query }) => ({
      path: files,
      query: { ...query, q, pageSize: maxResults, fields: listed },
    }),
    read: (answer) => asRecord(answer)['files'],
  },
};

const shareActions: ServiceActions = {
  shareFile: {
    description: 'Shares a file.',
    fields: {
      fileId,
      role: needed('reader, commenter, writer or owner', 'shareRole'),
      type: needed('user, group, domain or anyone', 'shareType'),
      emailAddress: optional('Who gets it', 'emailAddress'),
      domain: optional('Which domain gets it', 'domainName'),
      sendNotificationEmail: optional('Whether to notify by e-mail', 'sendNotificationEmail', 'boolean'),
      emailMessage: optional('Text of the mail', 'emailMessage'),
      ...shared,
    },
    request: ({ fileId: id, role, type, emailAddress, domain, ...query }) => ({
      path: [...files, id, 'permissions'],
      query: { ...query, ...(role === 'owner' && { transferOwnership: true }) },
      body: { role, type, emailAddress, domain },
    }),
  },
  getPermissions: {
    description: 'Tells who may use a file.',
    fields: { fileId, ...shared },
    request: ({ fileId: id, ...query }) => ({ path: [...files, id, 'permissions'], query }),
  },
  removePermission: {
    description: 'Takes a right to use a file away.',
    fields: { fileId, permissionId: needed('Id of the permission', 'permissionId'), ...shared },
    request: ({ fileId: id, permissionId, ...query }) => ({
      method: 'DELETE',
      path: [...files, id, 'permissions', permissionId],
      query,
    }),
  },
};

/** What an agent may do in Google Drive, by the kind that is chosen in the node. */
export const googleDriveActions = {
  file: fileActions,
  folder: folderActions,
  search: searchActions,
  share: shareActions,
} as const;
