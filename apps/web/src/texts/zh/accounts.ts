import type { Translation } from '../resources';

export const texts: Translation<'accounts'> = {
  create: '创建账户',
  createText: '这是全新的安装，第一个账户将成为管理员。',
  createDo: '创建账户',
  signIn: '登录',
  signInDo: '登录',
  code: '验证码',
  codeHelp: '来自身份验证器应用，或使用恢复码。',
  signInByPasskey: '使用通行密钥登录',
  signOut: '退出登录',
  email: '电子邮箱',
  password: '密码',
  passwordHelp: '至少 {{min}} 个字符',
  name: '名称',
  namePlaceholder: '你或团队的名称',
  setupCode: '安装码',
  setupCodeHelp: '服务器启动时会将其写入日志。',
  ended: '登录已过期',
  endedText: '重新登录即可继续，当前页面的内容不会丢失。',
  workspace: '工作区',
  menu: '账户与设置',
};
