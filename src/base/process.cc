#include "base/process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <linux/perf_event.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cmath>
#include <filesystem>
#include <fstream>

#include "base/text.h"

// How a child is run.
//
// fork, not vfork: the kernel carries the peak of the memory that a process had before exec over
// into ru_maxrss of the program after it. A vfork child has all of our memory at that point, a
// fork child only our anonymous pages, which are small. What is left of it is measured by running
// a program that does nothing (ab/noop) and shown.
//
// The child writes the time into a shared page right before execve, so neither fork nor our own
// set-up is part of `wall`, and leaves errno there if execve fails: that is how "no such program"
// is told from a program that exits with 127. The end is taken when poll reports the pidfd of the
// child readable, before anything else is looked at.
//
// The child is the leader of a process group. A timeout or a stop request sends SIGTERM to the
// group and SIGKILL after a grace period. When the child has ended, output that it wrote is in the
// pipes and is read; if a pipe is still open, somebody else holds it: a short wait, then the group
// is killed and the pipe closed. So a process that the child left behind cannot hang us. One that
// made itself a daemon (setsid) is left alone: an install command may well start a server that is
// meant to stay. With end_descendants it is ended too: a launch that is measured must not run into
// the next one. For that we are a subreaper while the child runs: what loses its parent becomes our
// child. Children that we had before are not touched. A killed process hands its own children to
// us, so this is repeated until there are none. After the child is reaped its pid
// names the group only as long as members live; that it is taken again within microseconds would
// need the kernel to go through all process ids in that time.
//
// Instructions are counted by a perf event that is opened on the child while it waits before exec
// (enable_on_exec, inherited by its descendants). The counter must have run all the time that it
// was enabled: a multiplexed count is an estimate and is not reported.

namespace causeway {
namespace {

constexpr double kPipeGrace = 0.2;  // seconds for output that others still hold open
constexpr double kEndGrace = 5;     // seconds for killed descendants to be gone
constexpr std::size_t kReadSize = 65536;

std::atomic<pid_t> running_group{0};
std::atomic<int> stop_signal{0};
int stop_pipe[2] = {-1, -1};
struct sigaction old_actions[3];
constexpr int kStopSignals[3] = {SIGINT, SIGTERM, SIGHUP};

class FileDescriptor {
 public:
  explicit FileDescriptor(int fd = -1) : fd_(fd) {}
  FileDescriptor(FileDescriptor&& other) noexcept : fd_(other.fd_) { other.fd_ = -1; }
  FileDescriptor& operator=(FileDescriptor&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }
  ~FileDescriptor() { Close(); }
  int get() const { return fd_; }
  bool is_open() const { return fd_ >= 0; }
  void Close() {
    if (fd_ >= 0) close(fd_);
    fd_ = -1;
  }

 private:
  int fd_;
};

struct Pipe {
  FileDescriptor read;
  FileDescriptor write;
};

Result<Pipe> MakePipe() {
  int fds[2];
  if (pipe2(fds, O_CLOEXEC) != 0) {
    return Fail(Error::Code::kIo, fmt::format("no pipe: {}", strerror(errno)));
  }
  return Pipe{FileDescriptor(fds[0]), FileDescriptor(fds[1])};
}

// What the child tells us before exec; in a page that both share.
struct Shared {
  std::atomic<std::int64_t> start_ns;
  std::atomic<int> exec_errno;
};

class SharedPage {
 public:
  SharedPage() {
    void* page =
        mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (page != MAP_FAILED) shared_ = new (page) Shared{};
  }
  ~SharedPage() {
    if (shared_ != nullptr) munmap(shared_, sizeof(Shared));
  }
  SharedPage(const SharedPage&) = delete;
  SharedPage& operator=(const SharedPage&) = delete;
  Shared* get() const { return shared_; }

 private:
  Shared* shared_ = nullptr;
};

std::int64_t NowNs() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return std::int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
}

double Seconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
}

int OpenInstructionCounter(pid_t pid) {
  perf_event_attr attributes{};
  attributes.type = PERF_TYPE_HARDWARE;
  attributes.size = sizeof(attributes);
  attributes.config = PERF_COUNT_HW_INSTRUCTIONS;
  attributes.read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING;
  attributes.disabled = 1;
  attributes.inherit = 1;
  attributes.enable_on_exec = 1;
  attributes.exclude_kernel = 1;
  attributes.exclude_hv = 1;
  return static_cast<int>(
      syscall(SYS_perf_event_open, &attributes, pid, -1, -1, PERF_FLAG_FD_CLOEXEC));
}

std::optional<double> ReadCounter(int fd) {
  std::uint64_t values[3] = {};  // count, time enabled, time running
  if (read(fd, values, sizeof(values)) != static_cast<ssize_t>(sizeof(values))) {
    return std::nullopt;
  }
  if (values[2] == 0 || values[1] != values[2]) return std::nullopt;
  return static_cast<double>(values[0]);
}

// Everything that the child needs, made before fork: after it nothing may be allocated.
struct ChildPlan {
  std::string program;
  std::vector<char*> arguments;
  std::vector<std::string> environment_text;
  std::vector<char*> environment;
  int output_fd = -1;  // -1: leave as it is
  int error_fd = -1;
  int input_fd = -1;
  int go_fd = -1;  // end of file means: exec now
};

bool HasKey(const char* entry, const std::string& key) {
  return strncmp(entry, key.c_str(), key.size()) == 0 && entry[key.size()] == '=';
}

ChildPlan PlanChild(const ProcessOptions& options, std::string program) {
  ChildPlan plan;
  plan.program = std::move(program);
  for (const std::string& word : options.words) {
    plan.arguments.push_back(const_cast<char*>(word.c_str()));  // execve does not write to it
  }
  plan.arguments.push_back(nullptr);
  for (const auto& [key, value] : options.environment) {
    plan.environment_text.push_back(key + "=" + value);
  }
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const bool replaced =
        std::any_of(options.environment.begin(), options.environment.end(),
                    [entry](const auto& added) { return HasKey(*entry, added.first); });
    if (!replaced) plan.environment.push_back(*entry);
  }
  for (std::string& text : plan.environment_text) plan.environment.push_back(text.data());
  plan.environment.push_back(nullptr);
  return plan;
}

[[noreturn]] void RunChild(const ChildPlan& plan, Shared* shared) {
  setpgid(0, 0);
  for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGQUIT, SIGCHLD}) {
    signal(number, SIG_DFL);
  }
  sigset_t none;
  sigemptyset(&none);
  pthread_sigmask(SIG_SETMASK, &none, nullptr);
  // dup2 clears the close-on-exec flag of the new descriptor.
  bool ready = dup2(plan.input_fd, 0) >= 0;
  if (plan.output_fd >= 0) ready = ready && dup2(plan.output_fd, 1) >= 0;
  if (plan.error_fd >= 0) ready = ready && dup2(plan.error_fd, 2) >= 0;
  if (plan.go_fd >= 0) {
    char unused = 0;
    while (read(plan.go_fd, &unused, 1) < 0 && errno == EINTR) {
    }
  }
  if (ready) {
    shared->start_ns.store(NowNs(), std::memory_order_relaxed);
    execve(plan.program.c_str(), plan.arguments.data(), plan.environment.data());
  }
  shared->exec_errno.store(errno, std::memory_order_relaxed);
  _exit(127);
}

// One captured stream.
struct Stream {
  FileDescriptor fd;
  std::string* text = nullptr;
};

// Reads what is there; closes the stream at its end.
void Drain(Stream& stream, std::size_t limit, std::uint64_t& dropped) {
  char buffer[kReadSize];
  while (stream.fd.is_open()) {
    const ssize_t got = read(stream.fd.get(), buffer, sizeof(buffer));
    if (got > 0) {
      const auto size = static_cast<std::size_t>(got);
      const std::size_t room = limit - std::min(limit, stream.text->size());
      const std::size_t kept = std::min(room, size);
      stream.text->append(buffer, kept);
      dropped += size - kept;
      if (size < sizeof(buffer)) return;  // no more for now, so that the exit is seen soon
    } else if (got < 0 && errno == EINTR) {
      continue;
    } else if (got < 0 && errno == EAGAIN) {
      return;
    } else {
      stream.fd.Close();
    }
  }
}

// Our children. Nothing if the kernel does not list them (CONFIG_PROC_CHILDREN).
std::vector<pid_t> Children() {
  std::vector<pid_t> children;
  std::error_code error;
  for (const auto& task : std::filesystem::directory_iterator("/proc/self/task", error)) {
    std::ifstream list(task.path() / "children");
    pid_t pid = 0;
    while (list >> pid) children.push_back(pid);
  }
  return children;
}

// While it lives, descendants that lose their parent become our children.
class Subreaper {
 public:
  explicit Subreaper(bool wanted) {
    if (!wanted) return;
    prctl(PR_GET_CHILD_SUBREAPER, &before_);
    active_ = prctl(PR_SET_CHILD_SUBREAPER, 1) == 0;
    if (active_) old_children_ = Children();
  }
  ~Subreaper() {
    if (active_) prctl(PR_SET_CHILD_SUBREAPER, static_cast<unsigned long>(before_));
  }
  Subreaper(const Subreaper&) = delete;
  Subreaper& operator=(const Subreaper&) = delete;

  // Kills and reaps every child that was not there at the beginning, and whatever they leave;
  // returns how many still ran. One that may not be killed (another user's) is left.
  int EndNewChildren() {
    int ended = 0;
    if (!active_) return ended;
    const std::int64_t give_up = NowNs() + static_cast<std::int64_t>(kEndGrace * 1e9);
    std::vector<pid_t> known = old_children_;  // not ours to end, or killed and counted
    std::vector<pid_t> killed;
    for (;;) {
      std::erase_if(killed, [](pid_t pid) { return waitpid(pid, nullptr, WNOHANG) != 0; });
      bool is_new = false;
      for (const pid_t pid : Children()) {
        if (std::find(known.begin(), known.end(), pid) != known.end()) continue;
        is_new = true;
        if (waitpid(pid, nullptr, WNOHANG) == pid) continue;  // it had ended by itself
        known.push_back(pid);
        if (kill(pid, SIGKILL) != 0) continue;
        killed.push_back(pid);
        ++ended;
      }
      if ((killed.empty() && !is_new) || NowNs() > give_up) return ended;
      if (!killed.empty() && !is_new) poll(nullptr, 0, 1);
    }
  }

 private:
  bool active_ = false;
  int before_ = 0;
  std::vector<pid_t> old_children_;
};

class Supervisor {
 public:
  Supervisor(const ProcessOptions& options, pid_t pid, ProcessResult& result)
      : options_(options), pid_(pid), result_(result) {
    streams_[0].text = &result.output;
    streams_[1].text = &result.error_output;
  }

  void TakeStream(int index, FileDescriptor fd) {
    if (!fd.is_open()) return;
    fcntl(fd.get(), F_SETFL, O_NONBLOCK);
    streams_[index].fd = std::move(fd);
  }

  // Until the child has ended; returns the time of that.
  std::int64_t WaitForExit(int pid_fd) {
    const std::int64_t begun = NowNs();
    std::int64_t kill_at = 0;
    bool watch_stop = options_.stop_fd >= 0;
    bool asked = false;
    if (options_.timeout > 0) kill_at = begun + static_cast<std::int64_t>(options_.timeout * 1e9);
    for (;;) {
      pollfd fds[4] = {{pid_fd, POLLIN, 0},
                       {streams_[0].fd.get(), POLLIN, 0},
                       {streams_[1].fd.get(), POLLIN, 0},
                       {watch_stop ? options_.stop_fd : -1, POLLIN, 0}};
      int wait_ms = -1;
      if (kill_at != 0) {
        const std::int64_t left = kill_at - NowNs();
        wait_ms = static_cast<int>(std::clamp<std::int64_t>(left / 1'000'000 + 1, 0, 3'600'000));
      }
      const int ready = poll(fds, 4, wait_ms);
      const std::int64_t now = NowNs();
      if (ready > 0 && fds[0].revents != 0) return now;
      Drain(streams_[0], options_.capture_limit, result_.output_dropped);
      Drain(streams_[1], options_.capture_limit, result_.output_dropped);
      const bool stop = watch_stop && (fds[3].revents & POLLIN) != 0;
      const bool late = kill_at != 0 && now >= kill_at;
      if (!stop && !late) continue;
      if (!asked) {
        (stop ? result_.stopped : result_.timed_out) = true;
        watch_stop = false;
        asked = true;
        kill(-pid_, SIGTERM);
        kill_at = now + static_cast<std::int64_t>(options_.grace * 1e9);
      } else if (late) {
        kill(-pid_, SIGKILL);
        kill_at = 0;
      }
    }
  }

  // After the child was reaped: the rest of its output, and nobody left of its group, or at all.
  void CleanUp(Subreaper& subreaper) {
    const std::int64_t give_up = NowNs() + static_cast<std::int64_t>(kPipeGrace * 1e9);
    DrainUntil(give_up);
    const bool held = streams_[0].fd.is_open() || streams_[1].fd.is_open();
    if (options_.end_descendants) result_.ended = subreaper.EndNewChildren();
    if (kill(-pid_, SIGKILL) == 0 || result_.ended > 0) result_.left_others = true;
    if (held) {
      result_.left_others = true;
      DrainUntil(NowNs() + static_cast<std::int64_t>(kPipeGrace * 1e9));
    }
  }

 private:
  void DrainUntil(std::int64_t end) {
    while (streams_[0].fd.is_open() || streams_[1].fd.is_open()) {
      const std::int64_t left = end - NowNs();
      if (left <= 0) return;
      pollfd fds[2] = {{streams_[0].fd.get(), POLLIN, 0}, {streams_[1].fd.get(), POLLIN, 0}};
      poll(fds, 2, static_cast<int>(left / 1'000'000 + 1));
      Drain(streams_[0], options_.capture_limit, result_.output_dropped);
      Drain(streams_[1], options_.capture_limit, result_.output_dropped);
    }
  }

  const ProcessOptions& options_;
  pid_t pid_;
  ProcessResult& result_;
  Stream streams_[2];
};

bool IsExecutableFile(const std::string& path) {
  if (access(path.c_str(), X_OK) != 0) return false;
  const int fd = open(path.c_str(), O_PATH | O_CLOEXEC | O_DIRECTORY);
  if (fd < 0) return true;
  close(fd);
  return false;
}

// The parent's and the child's end for one stream. For kInherit both stay closed.
Result<Pipe> MakeStream(Output kind) {
  if (kind == Output::kCapture) return MakePipe();
  Pipe ends;
  if (kind == Output::kNull) {
    ends.write = FileDescriptor(open("/dev/null", O_WRONLY | O_CLOEXEC));
    if (!ends.write.is_open()) {
      return Fail(Error::Code::kIo, fmt::format("cannot open it: {}", strerror(errno)),
                  "/dev/null");
    }
  }
  return ends;
}

void OnStopSignal(int number) {
  const int saved_errno = errno;
  int expected = 0;
  if (!stop_signal.compare_exchange_strong(expected, number)) {
    const pid_t group = running_group.load();
    if (group > 0) kill(-group, SIGKILL);
    _exit(128 + number);
  }
  const char byte = 1;
  if (write(stop_pipe[1], &byte, 1) < 0) {
    // The pipe cannot be full after one byte; stop_signal says the same.
  }
  errno = saved_errno;
}

}  // namespace

double MonotonicSeconds() { return static_cast<double>(NowNs()) * 1e-9; }

std::optional<std::string> FindProgram(const std::string& program) {
  if (program.empty()) return std::nullopt;
  if (program.find('/') != std::string::npos) {
    return IsExecutableFile(program) ? std::optional(program) : std::nullopt;
  }
  const char* path = getenv("PATH");
  const std::string_view folders = path != nullptr ? path : "/usr/local/bin:/usr/bin:/bin";
  for (const std::string_view folder : Split(folders, ':')) {
    std::string candidate = (folder.empty() ? "." : std::string(folder)) + "/" + program;
    if (IsExecutableFile(candidate)) return candidate;
  }
  return std::nullopt;
}

Result<void> CanCountInstructions() {
  const FileDescriptor counter(OpenInstructionCounter(0));
  if (counter.is_open()) return {};
  const int reason = errno;
  if (reason == EACCES || reason == EPERM) {
    return Fail(Error::Code::kUsage,
                "instructions cannot be counted: the kernel forbids it; allow it with\n"
                "  sudo sysctl kernel.perf_event_paranoid=2\n"
                "or, in a container, with --cap-add PERFMON and a seccomp profile that has "
                "perf_event_open; 'cpu' works everywhere");
  }
  return Fail(Error::Code::kUsage,
              fmt::format("instructions cannot be counted: this machine shows no hardware counter "
                          "({}), as most virtual machines; use 'cpu', or run on a real machine",
                          strerror(reason)));
}

Result<ProcessResult> RunProcess(const ProcessOptions& options) {
  std::optional<std::string> program = FindProgram(options.words.front());
  if (!program) {
    return Fail(Error::Code::kBadInput,
                fmt::format("no executable program {}", Quote(options.words.front())));
  }
  ChildPlan plan = PlanChild(options, std::move(*program));
  const SharedPage page;
  FileDescriptor input(open("/dev/null", O_RDONLY | O_CLOEXEC));
  if (page.get() == nullptr || !input.is_open()) {
    return Fail(Error::Code::kIo, fmt::format("cannot start a program: {}", strerror(errno)));
  }
  Result<Pipe> output = MakeStream(options.standard_output);
  if (!output) return std::unexpected(output.error());
  Result<Pipe> error_output = MakeStream(options.standard_error);
  if (!error_output) return std::unexpected(error_output.error());
  Pipe go;
  if (options.count_instructions) {
    Result<Pipe> made = MakePipe();
    if (!made) return std::unexpected(made.error());
    go = std::move(*made);
  }
  plan.input_fd = input.get();
  plan.output_fd = output->write.get();
  plan.error_fd = error_output->write.get();
  plan.go_fd = go.read.get();

  Subreaper subreaper(options.end_descendants);
  // No handler of ours runs in the child before it has set the default ones.
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  const pid_t pid = fork();
  if (pid == 0) {
    if (go.write.is_open()) close(go.write.get());
    RunChild(plan, page.get());
  }
  const int fork_errno = errno;
  if (pid > 0) {
    setpgid(pid, pid);  // whoever comes first; fails harmlessly after exec
    running_group.store(pid);
  }
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  if (pid < 0) {
    return Fail(Error::Code::kIo, fmt::format("cannot start a program: {}", strerror(fork_errno)));
  }
  output->write.Close();
  error_output->write.Close();

  ProcessResult result;
  FileDescriptor counter;
  if (options.count_instructions) {
    counter = FileDescriptor(OpenInstructionCounter(pid));
    go.read.Close();
    go.write.Close();
  }
  const FileDescriptor pid_fd(static_cast<int>(syscall(SYS_pidfd_open, pid, 0)));
  if (!pid_fd.is_open()) {
    const int reason = errno;
    kill(-pid, SIGKILL);
    waitpid(pid, nullptr, 0);
    running_group.store(0);
    return Fail(Error::Code::kIo,
                fmt::format("pidfd_open (Linux 5.3 and later): {}", strerror(reason)));
  }
  Supervisor supervisor(options, pid, result);
  supervisor.TakeStream(0, std::move(output->read));
  supervisor.TakeStream(1, std::move(error_output->read));
  const std::int64_t end = supervisor.WaitForExit(pid_fd.get());

  int status = 0;
  rusage usage{};
  while (wait4(pid, &status, 0, &usage) < 0 && errno == EINTR) {
  }
  supervisor.CleanUp(subreaper);
  running_group.store(0);
  if (const int reason = page.get()->exec_errno.load(std::memory_order_relaxed); reason != 0) {
    return Fail(Error::Code::kBadInput,
                fmt::format("cannot run {}: {}", Quote(plan.program), strerror(reason)));
  }
  result.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  result.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
  result.wall =
      static_cast<double>(end - page.get()->start_ns.load(std::memory_order_relaxed)) * 1e-9;
  result.cpu = Seconds(usage.ru_utime) + Seconds(usage.ru_stime);
  result.max_rss = static_cast<double>(usage.ru_maxrss) * 1024;
  if (counter.is_open()) result.instructions = ReadCounter(counter.get());
  return result;
}

StopSignals::StopSignals() {
  stop_signal.store(0);
  if (pipe2(stop_pipe, O_CLOEXEC | O_NONBLOCK) != 0) stop_pipe[0] = stop_pipe[1] = -1;
  struct sigaction action{};
  action.sa_handler = OnStopSignal;
  sigfillset(&action.sa_mask);
  for (int i = 0; i < 3; ++i) sigaction(kStopSignals[i], &action, &old_actions[i]);
}

StopSignals::~StopSignals() {
  for (int i = 0; i < 3; ++i) sigaction(kStopSignals[i], &old_actions[i], nullptr);
  for (int& fd : stop_pipe) {
    if (fd >= 0) close(fd);
    fd = -1;
  }
}

int StopSignals::fd() const { return stop_pipe[0]; }
bool StopSignals::requested() const { return stop_signal.load() != 0; }
int StopSignals::signal() const { return stop_signal.load(); }

bool SleepUnlessStopped(double seconds, int stop_fd) {
  const double end = MonotonicSeconds() + seconds;
  for (;;) {
    const double left = end - MonotonicSeconds();
    pollfd fd = {stop_fd, POLLIN, 0};
    const double wait_ms = std::clamp(std::ceil(left * 1e3), 0.0, 3.6e6);
    const int ready = poll(&fd, 1, static_cast<int>(wait_ms));
    if (ready > 0 && (fd.revents & POLLIN) != 0) return true;
    if (left <= 0) return false;
  }
}

}  // namespace causeway
