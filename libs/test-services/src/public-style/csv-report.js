//> 2 rows, sum 30
//> name;amount
var out = open('report.csv', 'w');
out.writeline('name;amount');
out.writelines(['a;10', 'b;20']);
out.close();
var input = open('report.csv', 'r');
var head = input.readline();
var sum = 0;
var rows = 0;
for (var line = input.readline(); line !== null; line = input.readline()) {
  sum += parseInt(line.split(';')[1]);
  rows++;
}
log(rows + ' rows, sum ' + sum);
log(head);
