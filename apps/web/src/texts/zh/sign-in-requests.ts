import type { Translation } from '../resources';

export const texts: Translation<'sign-in-requests'> = {
  title: '批准登录',
  enter: '请输入程序显示的代码。',
  code: '代码',
  next: '继续',
  warning: '只批准你本人刚刚在自己熟悉的机器上发起的登录。Drover 和你的团队不会向你索要代码。',
  asks: '{{name}} 申请你的访问令牌。',
  compare: '请与终端中的代码核对：',
  from: '地址：{{address}}',
  workspace: '工作区',
  scopes: '权限',
  approve: '批准',
  deny: '拒绝',
  approved: '已批准，请回到终端继续。你可以在“访问令牌”中撤销此令牌。',
  denied: '已拒绝，程序不会获得访问权限。',
};
