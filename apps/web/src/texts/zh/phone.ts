import type { phone as english } from '../en/phone';
import type { Words } from '../texts';

export const phone: Words<typeof english> = {
  kind: '设备类型',
  computer: '电脑或开发板',
  phone: '手机',
  scan: '用 AutoX 扫描的二维码',
  steps: '操作步骤',
  install: '在手机上安装并打开 AutoX.js。',
  menu: '打开左上角的菜单，开启“连接电脑”。',
  camera: '选择“扫描二维码”，对准此处。',
  battery: '允许 AutoX 在后台运行且不受电池限制，以保持连接。',
  address: '手机能访问的地址',
  localOnly: '手机无法访问此地址。请以 HOST=0.0.0.0 启动服务，使其也在局域网上监听。',
  paste: '不扫码，也适用于 AutoJs6 和 Auto.js 4',
  pasteText: '在手机上新建脚本，粘贴这一行并运行。它会获取已带密钥的代理程序。',
  pasteLine: '要粘贴的代码',
  readAgent: '先查看代理程序',
  waiting: '正在等待手机…',
};
