import type { MailTexts } from './text-types';

const roles = { viewer: '查看者', operator: '操作员', editor: '编辑者', admin: '管理员', owner: '所有者' };

const time = (at: Date) => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

const ifNotYou = (url: string) =>
  `如果不是你本人操作，请立即在“设置”的“账户”中修改密码，并结束其他所有会话：\n\n${url}/settings/account`;

export const zh: MailTexts = {
  invitation: ({ inviter, workspace, role, link, expiresAt }) => ({
    subject: `邀请你加入 ${workspace}`,
    text: `你好：

${inviter ? `${inviter} 邀请你` : '你被邀请'}加入 Drover 工作区 ${workspace}，角色：${roles[role]}。

打开以下链接即可加入：

${link}

链接只能使用一次，有效期至 ${time(expiresAt)}。如果你不知道这份邀请，请忽略本邮件。
`,
  }),
  passwordReset: ({ recipient, link, url }) => ({
    subject: '设置新密码',
    text: `你好：

有人在 ${url} 为 ${recipient} 申请设置新密码。

请在一小时内打开以下链接：

${link}

链接只能使用一次。如果不是你本人申请，请忽略本邮件，你的密码不会改变。
`,
  }),
  passwordChanged: ({ recipient, url }) => ({
    subject: '你的密码已修改',
    text: `你好：

${recipient} 在 ${url} 的密码已修改，其他会话已结束。

如果不是你本人操作，请立即重新设置密码，并通知工作区的管理员：

${url}/forgot-password
`,
  }),
  secondFactorChanged: ({ recipient, url }) => ({
    subject: '你的两步登录已更改',
    text: `你好：

${recipient} 在 ${url} 的两步登录已更改：添加、更换或移除了验证器应用或通行密钥。

${ifNotYou(url)}
`,
  }),
  newSession: ({ recipient, url, browser = '', address = '' }) => ({
    subject: '新的登录',
    text: `你好：

有人用之前未登录过的浏览器，以 ${recipient} 的身份登录了 ${url}。

浏览器：${browser}
地址：${address}

如果是你本人，无需操作。${ifNotYou(url)}
`,
  }),
};
