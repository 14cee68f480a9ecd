import type { Translation } from '../resources';

export const texts: Translation<'single-sign-on'> = {
  title: '单点登录',
  text: '可用于登录的身份提供方账户。',
  provider: '身份提供方',
  email: '电子邮箱',
  link: '关联 {{name}}',
  linkText: '接下来请在 {{name}} 登录。之后即可用该账户登录此处。',
  next: '继续',
  unlink: '取消关联 {{name}}',
  unlinkDo: '取消关联',
  unlinkText: '之后将无法再用此账户登录，用它登录的会话将结束。',
  toConsole: '前往控制台',
  required: '此工作区要求单点登录',
  requiredText: '请通过工作区“{{workspace}}”的身份提供方登录以继续。',
  requiredLink: '首次登录前，请先关联那里的账户，其邮箱须相同：{{email}}。',
  requiredOwner: '作为所有者，你也可以设置自己的两步登录后继续。',
  openWorkspace: '打开 {{name}}',
  requireAll: '要求所有成员使用单点登录',
  requireText: '以其他方式开始的会话将被拒绝，使用两步登录的所有者除外。访问令牌不受影响。',
  requireOn: '所有成员现在都需要单点登录',
  requireOff: '单点登录现在为可选',
};
