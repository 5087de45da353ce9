import { type ActionCase, tryActions } from '../../testing/try-actions.ts';

const api = '/drive/v3/files';
const fields =
  'fields=nextPageToken%2Cfiles%28id%2Cname%2CmimeType%2CmodifiedTime%2Csize%2Cparents%2CwebViewLink%29';
const found = { answer: { files: [{ id: 'f1' }] }, text: [{ id: 'f1' }] };

const cases: ActionCase[] = [
  {
    action: 'listFiles',
    tool: 'list_files',
    given: { orderBy: 'name', supportsAllDrives: true },
    request: `GET ${api}?orderBy=name&supportsAllDrives=true&pageSize=10&${fields}`,
  },
  {
    action: 'getFile',
    tool: 'get_file',
    given: { fields: 'id,name' },
    input: { fileId: 'f1' },
    request: `GET ${api}/f1?fields=id%2Cname`,
  },
  {
    action: 'createFile',
    tool: 'create_file',
    input: { name: 'tea.txt', content: 'Green', parentFolderId: 'p1' },
    request: `POST ${api}`,
    body: { name: 'tea.txt', parents: ['p1'] },
    answer: { id: 'f1' },
    next: { request: `PATCH /upload${api}/f1?uploadType=media`, body: 'Green' },
  },
  {
    action: 'updateFile',
    tool: 'update_file',
    input: { fileId: 'f1', name: 'teas.txt' },
    request: `PATCH ${api}/f1`,
    body: { name: 'teas.txt' },
  },
  { action: 'deleteFile', tool: 'delete_file', input: { fileId: 'f1' }, request: `DELETE ${api}/f1` },
  {
    action: 'copyFile',
    tool: 'copy_file',
    given: { parentFolderId: 'p1' },
    input: { fileId: 'f1', name: 'copy' },
    request: `POST ${api}/f1/copy`,
    body: { name: 'copy', parents: ['p1'] },
  },
  {
    action: 'downloadFile',
    tool: 'download_file',
    input: { fileId: 'f1' },
    request: `GET ${api}/f1?alt=media`,
    answer: 'Green',
    text: '"Green"',
  },
  {
    action: 'createFolder',
    tool: 'create_folder',
    input: { name: 'Teas' },
    request: `POST ${api}`,
    body: { name: 'Teas', mimeType: 'application/vnd.google-apps.folder' },
  },
  {
    action: 'listFolderContents',
    tool: 'list_folder_contents',
    input: { folderId: "p'1" },
    request: `GET ${api}?q=%27p%5C%271%27+in+parents+and+trashed+%3D+false&pageSize=10&${fields}`,
    ...found,
  },
  { action: 'deleteFolder', tool: 'delete_folder', given: { folderId: 'p1' }, request: `DELETE ${api}/p1` },
  {
    action: 'searchFiles',
    tool: 'search_files',
    given: { maxResults: '3' },
    input: { query: "name contains 'tea'" },
    request: `GET ${api}?q=name+contains+%27tea%27&pageSize=3&${fields}`,
    ...found,
  },
  {
    action: 'shareFile',
    tool: 'share_file',
    given: { shareRole: 'reader', shareType: 'user' },
    input: { fileId: 'f1', emailAddress: 'a@b.test', emailMessage: 'Look' },
    request: `POST ${api}/f1/permissions?emailMessage=Look&sendNotificationEmail=true`,
    body: { role: 'reader', type: 'user', emailAddress: 'a@b.test' },
  },
  {
    action: 'getPermissions',
    tool: 'get_permissions',
    input: { fileId: 'f1' },
    request: `GET ${api}/f1/permissions`,
  },
  {
    action: 'removePermission',
    tool: 'remove_permission',
    input: { fileId: 'f1', permissionId: 'r1' },
    request: `DELETE ${api}/f1/permissions/r1`,
  },
];

const kinds: readonly (readonly [kind: string, list: string, names: RegExp])[] = [
  ['folder', 'folderActions', /Folder/],
  ['search', 'searchActions', /search/],
  ['share', 'shareActions', /share|Permission/],
  ['file', 'fileActions', /File/],
];

tryActions(
  {
    node: 'googleDriveTool',
    service: 'Google Drive',
    prefix: 'google_drive',
    secret: { accessToken: 'ya29.CANARY-token' },
    authorization: 'Bearer ya29.CANARY-token',
    choose(action) {
      const [kind] = kinds.find(([, , names]) => names.test(action)) ?? kinds[0] ?? [''];
      const lists = kinds.map(([, list]) => [list, JSON.stringify([action])]);
      return { driveType: kind, ...Object.fromEntries(lists) };
    },
  },
  cases,
);
