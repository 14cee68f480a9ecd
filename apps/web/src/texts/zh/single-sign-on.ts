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
};
