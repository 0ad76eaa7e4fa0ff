// Written by bench/transport/fit_prices.py. Do not edit: measure, and run it again.
// AMD EPYC, 2 cores; Debian GNU/Linux 12 (bookworm); OpenJDK 64-Bit Server VM
// 17.0.15+6-Debian-1deb12u1; 2026-12-01; C++ compiler 12.2.0
#pragma once

namespace causeway::gen {

// Nanoseconds.
// C++ calls Java, with the exception check.
inline constexpr double kUpCall = 55.1;
// Java calls C++.
inline constexpr double kDownCall = 9.85;
// One region copy between a byte[] and native memory.
inline constexpr double kBufferCopy = 34;
// A scalar as an argument.
inline constexpr double kLeaf = 1.33;
// A Java array made or read, without its elements.
inline constexpr double kArray = 64.8;
// A scalar inside the buffer.
inline constexpr double kScalar = 0.605;
// A scalar that Java boxes (element of a List or Map, nullable field).
inline constexpr double kBoxed = 2.74;
// A short string.
inline constexpr double kString = 36.8;
// A Java object or C++ struct with its tags.
inline constexpr double kObject = 6.49;
// A List, Map or array inside the buffer, without its elements.
inline constexpr double kCollection = 5.76;
// A hash map entry and a tree node.
inline constexpr double kMapEntry = 0;
// A value whose type is only known at run time.
inline constexpr double kDynamic = 63;

}  // namespace causeway::gen

// Measured and predicted, ns:
//   call without arguments, up                               54         55    +3 %
//   int, echo                                                56         56    +1 %
//   double, echo                                             56         56    +0 %
//   bool, echo                                               55         56    +2 %
//   enum, echo                                               56         56    +1 %
//   class of 2 doubles, W                                    58         58    -0 %
//   class of 2 doubles, R                                    73         89   +22 %
//   class of 2 doubles, echo                                 77         92   +20 %
//   class of 7 slots, W                                      79         64   -19 %
//   class of 7 slots, R                                      75         89   +18 %
//   class of 7 slots, echo                                  103         98    -5 %
//   class of 8 slots, W                                      83         66   -21 %
//   class of 8 slots, R                                      75         89   +19 %
//   class of 8 slots, echo                                  121        100   -17 %
//   class of 9 slots, W                                     102        101    -1 %
//   class of 9 slots, R                                     103        101    -2 %
//   class of 9 slots, echo                                  142        147    +3 %
//   list of 2-double records N=1, W                          98        103    +5 %
//   list of 2-double records N=1, R                         100        103    +3 %
//   list of 2-double records N=1, echo                      165        150    -9 %
//   list of 2-double records N=10, W                        167        172    +3 %
//   list of 2-double records N=10, R                        166        172    +4 %
//   list of 2-double records N=10, echo                     281        289    +3 %
//   list of 2-double records N=100, W                       919        865    -6 %
//   list of 2-double records N=100, R                       853        865    +1 %
//   list of 2-double records N=100, echo                   1740       1674    -4 %
//   list of 2-double records N=1000, W                     9002       7793   -13 %
//   list of 2-double records N=1000, R                     6933       7793   +12 %
//   list of 2-double records N=1000, echo                 15858      15530    -2 %
//   list of 2-double records N=10000, W                   85558      77073   -10 %
//   list of 2-double records N=10000, R                   69508      77073   +11 %
//   list of 2-double records N=10000, echo               154891     154090    -1 %
//   list of int N=1, W                                       98         98    -0 %
//   list of int N=1, R                                      107         98    -8 %
//   list of int N=1, echo                                   140        140    +0 %
//   list of int N=1000, W                                  4301       2838   -34 %
//   list of int N=1000, R                                  2234       2838   +27 %
//   list of int N=1000, echo                               6115       5620    -8 %
//   list of int N=10000, W                                64902      27522   -58 %
//   list of int N=10000, R                                20880      27522   +32 %
//   list of int N=10000, echo                             89078      54989   -38 %
//   array of double N=16, W                                 107        120   +12 %
//   array of double N=16, R                                 101        120   +19 %
//   array of double N=16, echo                              158        185   +17 %
//   array of double N=1000, W                               544        120   -78 %
//   array of double N=1000, R                               334        120   -64 %
//   array of double N=1000, echo                            830        185   -78 %
//   map of string to int N=100, W                          3012       4054   +35 %
//   map of string to int N=100, R                          5520       4054   -27 %
//   map of string to int N=100, echo                       8470       8052    -5 %
//   class of 30 nullable fields, full, W                    572        635   +11 %
//   class of 30 nullable fields, full, R                    663        635    -4 %
//   class of 30 nullable fields, full, echo                1199       1215    +1 %
//   class of 30 nullable fields, all null, W                170         96   -44 %
//   class of 30 nullable fields, all null, R                146         96   -34 %
//   class of 30 nullable fields, all null, echo             311        136   -56 %
//   list of 30-field classes N=1, W                         343        461   +34 %
//   list of 30-field classes N=1, R                         358        461   +29 %
//   list of 30-field classes N=1, echo                      830        867    +4 %
//   list of 30-field classes N=10, W                       3106       3756   +21 %
//   list of 30-field classes N=10, R                       3793       3756    -1 %
//   list of 30-field classes N=10, echo                    7201       7458    +4 %
//   list of 30-field classes N=100, W                     31072      36711   +18 %
//   list of 30-field classes N=100, R                     52373      36711   -30 %
//   list of 30-field classes N=100, echo                 137535      73367   -47 %
//   list of 30-field classes N=1000, W                   670410     366255   -45 %
//   list of 30-field classes N=1000, R                   752248     366255   -51 %
//   list of 30-field classes N=1000, echo               1376238     732455   -47 %
//   1,000 map markers, W                                 193944     239150   +23 %
//   1,000 map markers, R                                 340278     239150   -30 %
//   1,000 map markers, echo                              523196     478244    -9 %
//   call without arguments, down                             11         10    -9 %
//   int, down                                                11         11    +3 %
//   enum, down                                               12         11    -8 %
//   class of 2 doubles, down W                               11         13   +14 %
//   class of 2 doubles, down R                               42         44    +3 %
//   class of 2 doubles, down echo                            41         47   +12 %
//   class of 7 slots, down W                                 19         19    +2 %
//   class of 7 slots, down R                                 47         44    -6 %
//   class of 7 slots, down echo                              55         53    -3 %
//   class of 8 slots, down W                                 20         21    +4 %
//   class of 8 slots, down R                                 46         44    -5 %
//   class of 8 slots, down echo                              55         55    -1 %
//   class of 9 slots, down W                                 59         56    -6 %
//   class of 9 slots, down R                                 64         56   -13 %
//   class of 9 slots, down echo                             100        102    +1 %
//   list of 2-double records N=1, down W                     61         57    -6 %
//   list of 2-double records N=1, down R                     65         57   -12 %
//   list of 2-double records N=1, down echo                  96        105   +10 %
//   list of 2-double records N=10, down W                   112        127   +13 %
//   list of 2-double records N=10, down R                   126        127    +1 %
//   list of 2-double records N=10, down echo                229        243    +6 %
//   list of 2-double records N=100, down W                  754        819    +9 %
//   list of 2-double records N=100, down R                  939        819   -13 %
//   list of 2-double records N=100, down echo              1682       1629    -3 %
//   list of 2-double records N=1000, down W                6892       7747   +12 %
//   list of 2-double records N=1000, down R                9018       7747   -14 %
//   list of 2-double records N=1000, down echo            15702      15485    -1 %
//   list of int N=1000, down W                             2197       2792   +27 %
//   list of int N=1000, down R                             4158       2792   -33 %
//   list of int N=1000, down echo                          6155       5575    -9 %
//   class of 30 nullable fields, full, down W               694        590   -15 %
//   class of 30 nullable fields, full, down R               657        590   -10 %
//   class of 30 nullable fields, full, down echo           1362       1170   -14 %
