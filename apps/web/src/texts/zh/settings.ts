import type { settings as english } from '../en/settings';
import type { Words } from '../words';

export const settings: Words<typeof english> = {
  title: '设置',
  command: '命令',
  places: {
    accounts: '账户',
    tokens: '访问令牌',
    notificationSettings: '通知',
    enrolments: '注册密钥',
    secrets: '机密',
    webhooks: 'Webhook',
    audit: '审计日志',
  },
  account: {
    profile: '个人资料',
    roles: '角色',
    administrator: '管理员',
    administratorHelp: '可以创建账户',
    reviewer: '审核员',
    reviewerHelp: '审核要发布的脚本',
    noRoles: '无',
    since: '创建时间',
    password: '密码',
    passwordText: '设置新密码后，您在其他地方的登录都会失效；访问令牌不受影响。',
    currentPassword: '当前密码',
    newPassword: '新密码',
    change: '修改密码',
    passwordChanged: '密码已修改，其他地方的登录已失效。',
    others: '其他人',
    othersText: '每个账户有各自的设备和脚本，互相看不到。',
    create: '创建账户',
    createDo: '创建',
    createText: '请用安全的方式告知对方密码，对方可以在这里修改。',
    created: '{{email}} 的账户已创建',
  },
};
